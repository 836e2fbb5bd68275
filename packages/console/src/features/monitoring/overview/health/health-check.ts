import { describeError, getProblem, isNotOffered } from '#api/errors.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import type { Address } from '#routes/routes.ts'

export const levels = ['bad', 'warn', 'unknown', 'ok'] as const
/** Worst first; `unknown`: the answers of this broker do not tell. */
export type Level = (typeof levels)[number]

/** Where what was found is set right, or explained. */
export interface Fix {
  readonly label: string
  readonly to: Address
}

/** What the answers tell about one subject. */
export interface Judgement {
  readonly level: Level
  /** What is so, in one sentence. */
  readonly verdict: string
  /** The same in a few words, for the strip of the overview. */
  readonly brief?: string
  /** What it was seen by. */
  readonly evidence?: readonly string[]
  /** What may come of it, unless all is well. */
  readonly consequence?: string
  readonly fix?: Fix
}

export interface HealthCheck extends Judgement {
  readonly id: string
  readonly subject: string
  readonly isAwaited: boolean
}

/** What the broker said to one question. */
export type Answer<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'awaited' }
  /** `isAbsent`: this broker has no such endpoint. */
  | { readonly kind: 'refused'; readonly why: string; readonly isAbsent: boolean }

export const ok = (verdict: string, evidence: readonly string[] = []): Judgement => ({
  level: 'ok',
  verdict,
  evidence,
})

export function mapAnswer<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return answer.kind === 'told' ? { kind: 'told', value: change(answer.value) } : answer
}

/** Why a question has no answer, in the words of every page. */
export function toRefusedAnswer(error: unknown): Answer<never> {
  const { title, detail } = describeError(error)
  return {
    kind: 'refused',
    why: detail === undefined ? title : `${title} · ${detail}`,
    isAbsent: isNotOffered(getProblem(error)),
  }
}

/** Two answers that are judged together: told once both are. */
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
  /** Where an endpoint that is missing tells something too. */
  readonly absent?: Judgement
}

/** One check: what its answer tells, or why that cannot be known. */
export function judgeSubject<T>({ id, subject, answer, judge: told, absent }: Subject<T>): HealthCheck {
  const named = { id, subject, isAwaited: answer.kind === 'awaited' }
  if (answer.kind === 'told') return { ...named, ...told(answer.value) }
  if (answer.kind === 'awaited') return { ...named, level: 'unknown', verdict: m.awaited }
  if (answer.isAbsent && absent !== undefined) return { ...named, ...absent }
  const verdict = answer.isAbsent ? m.notTold : m.notAnswered
  return { ...named, level: 'unknown', verdict, evidence: [answer.why] }
}
