import * as v from 'valibot'
import { describeError, type ErrorDescription, getProblem } from '#api/errors.ts'
import { joinSentences } from '#i18n/sentences.ts'

const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))

/**
 * Returns the broker's own text of a refusal: the message in the response, from which `message` of a problem is
 * derived.
 */
export function findBrokerWords({
  raw,
  message,
}: {
  readonly raw?: string
  readonly message: string
}): string {
  const refusal = v.safeParse(refusalSchema, raw)
  return refusal.success ? refusal.output.message : (raw ?? message)
}

/** Matches terms and atoms of Erlang, which the broker intends for its log. A plain sentence needs no explanation. */
const termLike = /[{}<>]|\w_\w|^\w+$|^stale view/i

/**
 * Describes an error, with its cause if the broker returns a known Erlang term. The causes are loaded on demand; if
 * that fails, the broker's own text remains.
 */
export async function explainError(error: unknown): Promise<ErrorDescription> {
  const described = describeError(error)
  const problem = getProblem(error)
  if (problem?.kind !== 'rejected' || problem.fields.length > 0) return described
  const raw = findBrokerWords(problem)
  if (!termLike.test(raw)) return described
  const found = await import('./failure-cause.ts').then(
    ({ failureCause }) => failureCause(raw),
    () => undefined,
  )
  if (found === undefined) return described
  return { ...described, detail: joinSentences(found.words, found.advice), raw }
}
