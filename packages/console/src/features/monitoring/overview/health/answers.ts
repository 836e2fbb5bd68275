import { describeError, isNotOffered, problemOf } from '#api/errors.ts'
import type { Answer } from './health-check.ts'

interface Asked<T> {
  readonly data: T | undefined
  readonly error: Error | null
}

/** Nobody was asked, as the edition has no such thing. */
export const absent: Answer<never> = { kind: 'refused', why: '', isAbsent: true }

/** An answer that came once counts, also while the broker does not answer now. */
export function answerOf<T>({ data, error }: Asked<T>): Answer<T> {
  if (data !== undefined) return { kind: 'told', value: data }
  if (error === null) return { kind: 'awaited' }
  const { title, detail } = describeError(error)
  return {
    kind: 'refused',
    why: detail === undefined ? title : `${title} · ${detail}`,
    isAbsent: isNotOffered(problemOf(error)),
  }
}

export function mapAnswer<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return answer.kind === 'told' ? { kind: 'told', value: change(answer.value) } : answer
}

/** Two answers that are judged together: told once both are. */
export function bothAnswers<A, B>(first: Answer<A>, second: Answer<B>): Answer<readonly [A, B]> {
  if (first.kind === 'refused') return first
  if (second.kind === 'refused') return second
  if (first.kind === 'awaited' || second.kind === 'awaited') return { kind: 'awaited' }
  return { kind: 'told', value: [first.value, second.value] }
}

/** The answers about each thing of a list, once the list and all of them are told. */
export function allAnswers<T>(
  list: Answer<readonly unknown[]>,
  each: readonly Answer<T>[],
): Answer<readonly T[]> {
  return each.reduce<Answer<readonly T[]>>(
    (before, one) => mapAnswer(bothAnswers(before, one), ([known, value]) => [...known, value]),
    mapAnswer(list, () => []),
  )
}
