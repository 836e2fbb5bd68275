import type { Statement } from '../statement.ts'
import { provideJq } from './functions/jq-function.ts'

let loading: Promise<void> | undefined

/** Statements that use `jq` are run only after this: its interpreter is loaded when the first of them comes. */
export async function loadJq(statement: Statement): Promise<void> {
  if (!usesJq(statement)) return
  loading ??= import('./functions/run-jq.ts').then(({ runJq }) => provideJq(runJq))
  await loading
}

/** By its name, wherever it stands. */
const usesJq = (statement: Statement): boolean =>
  JSON.stringify(statement, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  ).includes('"key":"jq"')
