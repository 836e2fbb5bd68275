import type { Resource } from '@brokerdeck/contract/endpoint.ts'
import type { AskBroker } from './ask-through.ts'

export type Write = readonly [method: Parameters<AskBroker>[0], path: string, body?: unknown]

/**
 * Describes how the tests of all resources use a resource; it is defined beside the resource in
 * `testing/*-example.ts`.
 */
export interface ResourceExample {
  readonly endpoints: Resource
  /** The writes that leave data to read at each of the paths, in an order in which each write is accepted. */
  readonly fills: readonly Write[]
  /** All other writes, which follow `fills`. */
  readonly writes: readonly Write[]
  /** Returns the name of a list item in paths, if the name is not a field of the item. */
  readonly nameOf?: (item: object) => string
}

const files = import.meta.glob<Readonly<Record<string, ResourceExample>>>('../**/testing/*-example.ts', {
  eager: true,
})

export const resourceExamples: readonly ResourceExample[] = Object.values(files).flatMap((file) =>
  Object.values(file),
)

/** Returns the resource with an example that has this path. */
export function exampleOf(path: string): ResourceExample | undefined {
  return resourceExamples.find(({ endpoints }) => Object.values(endpoints).some((one) => one.path === path))
}

export async function fillExamples(ask: AskBroker): Promise<void> {
  for (const [method, path, body] of resourceExamples.flatMap(({ fills }) => fills)) {
    const { status, body: answer } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
}
