import { describeError, getProblem, isNotOffered } from '#api/errors.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import type { Address } from '#routes/routes.ts'

export const levels = ['bad', 'warn', 'unknown', 'ok'] as const
/** The level of a check, worst first; `unknown` if the responses of this broker do not tell. */
export type Level = (typeof levels)[number]

/** The link to the page where a problem can be fixed, or where it is explained. */
export interface Fix {
  readonly label: string
  readonly to: Address
}

/** The result of a check for one subject. */
export interface Judgement {
  readonly level: Level
  /** The result in one sentence. */
  readonly verdict: string
  /** The result in a few words, for the strip of the overview. */
  readonly brief?: string
  /** The observations that the result is based on. */
  readonly evidence?: readonly string[]
  /** The possible consequence; undefined if all is well. */
  readonly consequence?: string
  readonly fix?: Fix
}

export interface HealthCheck extends Judgement {
  readonly id: string
  readonly subject: string
  readonly isAwaited: boolean
}

/** The response of the broker to one request. */
export type Answer<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'awaited' }
  /** `isAbsent` is true if this broker has no such endpoint. */
  | { readonly kind: 'refused'; readonly why: string; readonly isAbsent: boolean }

export const ok = (verdict: string, evidence: readonly string[] = []): Judgement => ({
  level: 'ok',
  verdict,
  evidence,
})

export function mapAnswer<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return answer.kind === 'told' ? { kind: 'told', value: change(answer.value) } : answer
}

/** Returns the reason why a request has no response, worded as on every page. */
export function toRefusedAnswer(error: unknown): Answer<never> {
  const { title, detail } = describeError(error)
  return {
    kind: 'refused',
    why: detail === undefined ? title : `${title} · ${detail}`,
    isAbsent: isNotOffered(getProblem(error)),
  }
}

/** Joins two answers that are judged together; the result is `told` once both answers are. */
export function bothAnswers<A, B>(first: Answer<A>, second: Answer<B>): Answer<readonly [A, B]> {
  if (first.kind === 'refused') return first
  if (second.kind === 'refused') return second
  if (first.kind === 'awaited' || second.kind === 'awaited') return { kind: 'awaited' }
  return { kind: 'told', value: [first.value, second.value] }
}

interface Subject<T> {
  readonly id: string
  readonly subject: string
  readonly answer: Answer<T>
  judge(value: T): Judgement
  /** The result if the endpoint is missing, for subjects where its absence has a meaning. */
  readonly absent?: Judgement
}

/** Returns one check: the result of its answer, or the reason why there is no result. */
export function judgeSubject<T>({ id, subject, answer, judge: told, absent }: Subject<T>): HealthCheck {
  const named = { id, subject, isAwaited: answer.kind === 'awaited' }
  if (answer.kind === 'told') return { ...named, ...told(answer.value) }
  if (answer.kind === 'awaited') return { ...named, level: 'unknown', verdict: m.awaited }
  if (answer.isAbsent && absent !== undefined) return { ...named, ...absent }
  const verdict = answer.isAbsent ? m.notReported : m.notAnswered
  return { ...named, level: 'unknown', verdict, evidence: [answer.why] }
}
