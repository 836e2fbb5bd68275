import * as v from 'valibot'
import type { Statement } from '../statement.ts'
import { type JqSource, provideJq } from './functions/jq-function.ts'

export interface JqProvider extends JqSource {
  /** Prepares for programs, so that the first question does not have to wait for it. */
  learn(programs: readonly string[]): Promise<void>
}

let load: (() => Promise<JqProvider>) | undefined
let loading: Promise<JqProvider> | undefined

/** Where jq is depends on who evaluates: a worker of a browser has it beside it, a broker in a thread. Without it only a broker can say. */
export function setJqLoader(loader: () => Promise<JqProvider>): void {
  load = loader
  loading = undefined
}

/** Statements that use `jq` are run only after this: jq is loaded when the first of them comes, and gets their programs. */
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

/** The programs that calls of `jq` are written with; undefined where there is no such call. */
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
