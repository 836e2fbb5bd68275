import { decodeJson } from '../rule-sql/evaluate/decode-json.ts'
import { RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { bytesOf } from '../rule-sql/evaluate/term.ts'

interface JsonSourceFault {
  /** The broker's words. */
  readonly reason: string
  /** The byte, from 1. */
  readonly at: number
}

/** Why the text of a schema is no JSON; undefined if it is. */
export function jsonSourceFault(source: string): JsonSourceFault | undefined {
  try {
    decodeJson(source)
    return undefined
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    const at = Number(error.message)
    const bytes = bytesOf(source)
    if (!Number.isInteger(at)) return { reason: 'Invalid JSON number', at: 1 }
    if (at > bytes.length) return { reason: 'Truncated JSON value', at }
    const isLiteral = /^[tfn]/.test(String.fromCharCode(bytes[at - 1] ?? 0))
    return { reason: isLiteral ? 'Invalid JSON literal' : 'Invalid JSON value', at }
  }
}
