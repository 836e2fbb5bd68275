import * as v from 'valibot'
import { describeError, type ErrorDescription, getProblem } from '#api/errors.ts'
import { joinSentences } from '#i18n/sentences.ts'

const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))

/** The broker's own words of a refusal: the message in the answer, which `message` of a problem says as a sentence. */
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

/** Terms and atoms of Erlang: what the broker means for its log. A sentence says for itself what is wrong. */
const termLike = /[{}<>]|\w_\w|^\w+$|^stale view/i

/**
 * The words for an error, those of its cause where the broker gives an Erlang term that is known. The causes are loaded
 * when they are needed; where that fails, the broker's own words remain.
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
