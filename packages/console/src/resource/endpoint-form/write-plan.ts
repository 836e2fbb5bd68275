import {
  buildPath,
  type Endpoint,
  type RequestOf,
  toSearch,
  UnaddressableError,
} from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { joinSentences } from '#i18n/sentences.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument, FormOutcome, PlannedRequest } from '#kit/form/shell/form-spec.ts'
import { endpointForm as m } from './messages.ts'
import { IncompleteDocument } from './parse-body.ts'

export interface WriteOptions<W extends Endpoint> {
  /** The request that a document becomes. May throw `IncompleteDocument` while the form is. */
  readonly toRequest: (document: ApiDocument) => RequestOf<W>
  readonly timeoutMs?: number
  /** Asked before anything is sent; the answer is why it is not sent after all. */
  readonly beforeWrite?: ((document: ApiDocument) => Promise<string | undefined> | undefined) | undefined
  /** Sends it with what goes along: what was made before is taken back where it is refused. */
  readonly around?: ((send: () => Promise<void>, document: ApiDocument) => Promise<void>) | undefined
  /** What has come of it all the same, read back after a refusal: a sentence that goes along with the refusal. */
  readonly afterRefusal?: ((document: ApiDocument) => Promise<string | undefined>) | undefined
  /** Fields that a refusal speaks of without naming them as fields, from the words of the refusal. */
  readonly findFaults?: ((words: string) => readonly FormFault[]) | undefined
  /** Where the form has what a refusal names, and in which words it is said there. */
  readonly placeFaults?:
    | ((faults: readonly FormFault[], document: ApiDocument) => readonly FormFault[])
    | undefined
}

export interface WritePlan {
  readonly plan: (document: ApiDocument) => PlannedRequest | undefined
  readonly apply: (document: ApiDocument) => Promise<FormOutcome>
}

const alone = (send: () => Promise<void>) => send()

/** How a form reaches an endpoint: what it would send, and sending it. */
export function writePlan<W extends Endpoint>(
  endpoint: W,
  {
    toRequest,
    timeoutMs,
    beforeWrite,
    around = alone,
    afterRefusal,
    findFaults,
    placeFaults,
  }: WriteOptions<W>,
): WritePlan {
  return {
    plan: (document) => planRequest(endpoint, () => toRequest(document)),
    async apply(document) {
      try {
        const disabledReason = await beforeWrite?.(document)
        if (disabledReason !== undefined) return { kind: 'refused', title: disabledReason, fields: [] }
        const options = timeoutMs === undefined ? {} : { timeoutMs }
        await around(async () => void (await request(endpoint, toRequest(document), options)), document)
        return { kind: 'applied' }
      } catch (error) {
        const outcome = await explainOutcome(toFormOutcome(error, findFaults), error)
        if (outcome.kind === 'applied') return outcome
        const consequence = outcome.fields.length === 0 ? await afterRefusal?.(document) : undefined
        if (consequence !== undefined)
          return { ...outcome, detail: joinSentences(outcome.detail ?? '', consequence) }
        if (placeFaults === undefined) return outcome
        return { ...outcome, fields: placeFaults(outcome.fields, document) }
      }
    },
  }
}

/** The parts of a request, whatever its endpoint. */
const partsSchema = v.object({
  params: v.optional(v.looseObject({})),
  query: v.optional(v.looseObject({})),
  body: v.optional(v.unknown()),
})

function planRequest(endpoint: Endpoint, make: () => unknown): PlannedRequest | undefined {
  if (endpoint.method !== 'POST' && endpoint.method !== 'PUT') return undefined
  try {
    const { params, query, body } = v.parse(partsSchema, make())
    const search = toSearch(query).toString()
    const path = `${buildPath(endpoint, params)}${search === '' ? '' : `?${search}`}`
    return { method: endpoint.method, path, body }
  } catch (error) {
    if (error instanceof IncompleteDocument || error instanceof UnaddressableError) return undefined
    throw error
  }
}

/** Where no field is named, the cause is said in words. */
async function explainOutcome(outcome: FormOutcome, error: unknown): Promise<FormOutcome> {
  if (outcome.kind === 'applied' || outcome.fields.length > 0) return outcome
  if (getProblem(error)?.kind !== 'rejected') return outcome
  const { raw, detail } = await import('#api/failure-cause/explain-error.ts').then(
    ({ explainError }) => explainError(error),
    () => outcome,
  )
  return raw === undefined ? outcome : { ...outcome, detail, raw }
}

/** A failed write as a form shows it: at the fields where the broker names them. */
export function toFormOutcome(
  error: unknown,
  findFaults: (words: string) => readonly FormFault[] = () => [],
): FormOutcome {
  const problem = getProblem(error)
  const { title, detail, raw } = describeError(error)
  const named = problem?.kind === 'rejected' ? problem.fields : []
  const fields = named.length > 0 ? named : findFaults(detail ?? '')
  // Seen on 5.8.9: where one node cannot apply a change, the next one is never answered.
  const isLeftOpen = problem?.kind === 'timeout'
  return { kind: 'refused', title, detail: isLeftOpen ? m.neverAnswered(detail ?? '') : detail, raw, fields }
}
