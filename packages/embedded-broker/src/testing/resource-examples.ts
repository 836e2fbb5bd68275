import type { Resource } from '@brokerdeck/contract/endpoint.ts'
import type { AskBroker } from './ask-through.ts'

export type Write = readonly [method: Parameters<AskBroker>[0], path: string, body?: unknown]

/** What a resource is tried with by the tests that hold for all of them, said beside it in `testing/*-example.ts`. */
export interface ResourceExample {
  readonly endpoints: Resource
  /** What leaves something to read at each of its paths, in an order in which each is accepted. */
  readonly fills: readonly Write[]
  /** Every other write, after those. */
  readonly writes: readonly Write[]
  /** What the paths call one of its list, where that is no field of it. */
  readonly nameOf?: (item: object) => string
}

const files = import.meta.glob<Readonly<Record<string, ResourceExample>>>('../**/testing/*-example.ts', {
  eager: true,
})

export const resourceExamples: readonly ResourceExample[] = Object.values(files).flatMap((file) =>
  Object.values(file),
)

/** Whether a resource with an example has this path. */
export function exampleOf(path: string): ResourceExample | undefined {
  return resourceExamples.find(({ endpoints }) => Object.values(endpoints).some((one) => one.path === path))
}

export async function fillExamples(ask: AskBroker): Promise<void> {
  for (const [method, path, body] of resourceExamples.flatMap(({ fills }) => fills)) {
    const { status, body: answer } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
}
