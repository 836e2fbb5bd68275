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
  /** Returns the request for a document. May throw `IncompleteDocument` while the form is incomplete. */
  readonly toRequest: (document: ApiDocument) => RequestOf<W>
  readonly timeoutMs?: number
  /** Called before anything is sent; resolves to the reason if the request is not sent after all. */
  readonly beforeWrite?: ((document: ApiDocument) => Promise<string | undefined> | undefined) | undefined
  /** Sends the request together with related steps: objects created before are removed if the request is refused. */
  readonly around?: ((send: () => Promise<void>, document: ApiDocument) => Promise<void>) | undefined
  /**
   * Reads back after a refusal whether the change took effect nevertheless; resolves to a sentence that is added to
   * the refusal.
   */
  readonly afterRefusal?: ((document: ApiDocument) => Promise<string | undefined>) | undefined
  /** Finds fields that a refusal mentions only in its text. */
  readonly findFaults?: ((words: string) => readonly FormFault[]) | undefined
  /** Maps the errors of a refusal to the fields of the form, with the messages shown there. */
  readonly placeFaults?:
    | ((faults: readonly FormFault[], document: ApiDocument) => readonly FormFault[])
    | undefined
}

export interface WritePlan {
  readonly plan: (document: ApiDocument) => PlannedRequest | undefined
  readonly apply: (document: ApiDocument) => Promise<FormOutcome>
}

const alone = (send: () => Promise<void>) => send()

/** Returns the request that a form would send to an endpoint, and a function that sends it. */
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

/** The parts of a request to any endpoint. */
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

/** If no field is named, the cause is explained in words. */
async function explainOutcome(outcome: FormOutcome, error: unknown): Promise<FormOutcome> {
  if (outcome.kind === 'applied' || outcome.fields.length > 0) return outcome
  if (getProblem(error)?.kind !== 'rejected') return outcome
  const { raw, detail } = await import('#api/failure-cause/explain-error.ts').then(
    ({ explainError }) => explainError(error),
    () => outcome,
  )
  return raw === undefined ? outcome : { ...outcome, detail, raw }
}

/** Converts a failed write to the result of a form, with the errors at the fields that the broker names. */
export function toFormOutcome(
  error: unknown,
  findFaults: (words: string) => readonly FormFault[] = () => [],
): FormOutcome {
  const problem = getProblem(error)
  const { title, detail, raw } = describeError(error)
  const named = problem?.kind === 'rejected' ? problem.fields : []
  const fields = named.length > 0 ? named : findFaults(detail ?? '')
  // Observed on 5.8.9: if a node cannot apply a change, the request for the next change never gets a response.
  const isLeftOpen = problem?.kind === 'timeout'
  return { kind: 'refused', title, detail: isLeftOpen ? m.neverAnswered(detail ?? '') : detail, raw, fields }
}
