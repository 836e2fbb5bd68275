import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import * as v from 'valibot'
import type { Answer } from './broker-client.ts'

export type Verdict =
  | { readonly kind: 'read'; readonly status: number; readonly value: unknown }
  /** The answer is a success, but not as the contract says: where and why. */
  | {
      readonly kind: 'unreadable'
      readonly status: number
      readonly faults: readonly string[]
      readonly value: unknown
    }
  /** This edition or version has no such endpoint. */
  | { readonly kind: 'lacking'; readonly status: number }
  /** What was asked about has gone in the meantime. */
  | { readonly kind: 'gone'; readonly status: number }
  /** Nobody has set it up; the broker knows the question. */
  | { readonly kind: 'unset'; readonly status: number }
  /** The broker has it, and an operator has switched it off. */
  | { readonly kind: 'off'; readonly status: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string }

const shownFaults = 3

/** `isListed`: a list of the broker has named what is asked about. */
export function judge(endpoint: Endpoint, answer: Answer, isListed = false): Verdict {
  if (answer.kind === 'none') return { kind: 'silent', reason: answer.reason }
  const { status } = answer
  const schema = schemaOf(endpoint, status)
  if (schema === undefined) return judgeRefusal(answer, isListed)
  const value = bodyOf(answer)
  if (schema === null) return { kind: 'read', status, value: undefined }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return { kind: 'read', status, value }
  return { kind: 'unreadable', status, faults: faultsOf(parsed.issues), value }
}

function schemaOf(endpoint: Endpoint, status: number): v.GenericSchema | null | undefined {
  return Object.entries(endpoint.response).find(([known]) => Number(known) === status)?.[1]
}

function bodyOf({ contentType, text }: Extract<Answer, { kind: 'answer' }>): unknown {
  if (!contentType.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    // The schema then names what is wrong: a text where it wants an object.
    return text
  }
}

function judgeRefusal(answer: Extract<Answer, { kind: 'answer' }>, isListed: boolean): Verdict {
  const { status } = answer
  const refusal = parseRefusal(status, answer.contentType, answer.text)
  if (status === 405) return { kind: 'lacking', status }
  if (status === 404) {
    const isPath = refusal.code === 'NOT_FOUND' && /not found$|embedded broker/i.test(refusal.message)
    if (isPath) return { kind: 'lacking', status }
    return { kind: isListed ? 'gone' : 'unset', status }
  }
  // `GET /audit` of a fresh Enterprise: 400 "Audit is disabled".
  if (status === 400 && /\bis disabled$/i.test(refusal.message)) return { kind: 'off', status }
  const reason = [refusal.code, refusal.message].filter((part) => part !== '').join(': ')
  return { kind: 'refused', status, reason }
}

function faultsOf(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  const faults = issues.map((issue) => `${v.getDotPath(issue) ?? '(answer)'}: ${issue.message}`)
  const more = faults.length - shownFaults
  return more > 0 ? [...faults.slice(0, shownFaults), `and ${more} more`] : faults
}
