import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import * as v from 'valibot'

export interface RestoreFailure {
  /** The root key of the configuration, or the table set. */
  readonly part: string
  readonly reason: string
}

const bodySchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))
const eachFailure = /Failed to import[^"\n]*"([^"]+)",?\s*reason:\s*([\s\S]*?)\s*(?=Failed to import|$)/g

/**
 * Parses the failures of a restore. The broker reports them in one text, with one sentence per part and an Erlang
 * term as the reason. Parts not named there have been restored. Returns an empty array for a refusal of the whole
 * archive.
 */
export function restoreFailures(refusal: string): readonly RestoreFailure[] {
  const body = v.safeParse(bodySchema, refusal)
  if (!body.success) return []
  return [...body.output.message.matchAll(eachFailure)].map(([, part = '', reason = '']) => ({
    part,
    reason: parseRefusal(400, undefined, JSON.stringify({ message: reason })).message || reason,
  }))
}
