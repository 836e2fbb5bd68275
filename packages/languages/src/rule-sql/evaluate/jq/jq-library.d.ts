/** jq compiled to WebAssembly, made importable by `scripts/jq-library.mjs`. */
declare module 'jq-web/jq.wasm.js?start' {
  interface JqSettings {
    readonly noInitialRun: true
    readonly wasmMemory: WebAssembly.Memory
    preRun(): void
    /** The next byte; null where there is none at present. */
    stdin(): number | null
    stdout(byte: number): void
    stderr(byte: number): void
    print(text: string): void
    printErr(text: string): void
    quit(status: number, reason: unknown): void
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports
  }

  /** Has started once it returns. `raw` runs jq's `main` with a program. */
  export default function startJq(settings: JqSettings): {
    raw(input: string, program: string, options: readonly string[]): unknown
  }
}

/** The program, as base64. */
declare module 'jq-web/jq.wasm.wasm?base64' {
  const base64: string
  export default base64
}
