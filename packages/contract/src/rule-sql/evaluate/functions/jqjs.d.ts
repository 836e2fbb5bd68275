declare module '@michaelhomer/jqjs' {
  export function compile(program: string): (input: unknown) => Generator<unknown>
  export function compileNode(program: string): object
}
