import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import * as v from 'valibot'

export interface RestoreFailure {
  /** Root key of the configuration, or table set. */
  readonly part: string
  readonly reason: string
}

const bodySchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))
const eachFailure = /Failed to import[^"\n]*"([^"]+)",?\s*reason:\s*([\s\S]*?)\s*(?=Failed to import|$)/g

/**
 * The broker says all that failed in one text, one sentence for each part with an Erlang term as the reason. What is
 * not named there has been restored. Nothing if the refusal is about the archive as a whole.
 */
export function restoreFailures(refusal: string): readonly RestoreFailure[] {
  const body = v.safeParse(bodySchema, refusal)
  if (!body.success) return []
  return [...body.output.message.matchAll(eachFailure)].map(([, part = '', reason = '']) => ({
    part,
    reason: parseRefusal(400, undefined, JSON.stringify({ message: reason })).message || reason,
  }))
}
