import * as v from 'valibot'
import type { Statement } from '../statement.ts'
import { type JqSource, provideJq } from './functions/jq-function.ts'

export interface JqProvider extends JqSource {
  /** Prepares programs, so that the first call does not have to wait for them. */
  learn(programs: readonly string[]): Promise<void>
}

let load: (() => Promise<JqProvider>) | undefined
let loading: Promise<JqProvider> | undefined

/**
 * Sets the loader. The evaluator decides where jq runs: a browser's worker runs it in place, a broker in a thread.
 * Without a loader only a broker can evaluate jq.
 */
export function setJqLoader(loader: () => Promise<JqProvider>): void {
  load = loader
  loading = undefined
}

/**
 * Must be called before a statement that uses `jq` runs: loads jq for the first such statement, and prepares its
 * programs.
 */
export async function loadJq(statement: Statement): Promise<void> {
  if (load === undefined) return
  const programs = findPrograms(statement)
  if (programs === undefined) return
  loading ??= load()
  const provider = await loading
  provideJq(provider)
  await provider.learn(programs)
}

const callOfJq = v.object({
  kind: v.literal('call'),
  callee: v.object({ steps: v.array(v.object({ key: v.optional(v.string()) })) }),
  args: v.array(v.unknown()),
})
const text = v.object({ kind: v.literal('literal'), value: v.string() })

/** Returns the literal programs in calls of `jq`; undefined if the statement has no such call. */
function findPrograms(statement: Statement): readonly string[] | undefined {
  const programs = new Set<string>()
  let isUsed = false
  JSON.stringify(statement, (_, value: unknown) => {
    if (v.is(callOfJq, value) && value.callee.steps[0]?.key === 'jq') {
      isUsed = true
      const [program] = value.args
      if (v.is(text, program)) programs.add(program.value)
    }
    return typeof value === 'bigint' ? String(value) : value
  })
  return isUsed ? [...programs] : undefined
}
