import type {
  DryrunMessage,
  DryrunResult,
  MessageTransformation,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import {
  runTransformation,
  type SchemaCodec,
  type TransformationFailure,
} from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { isMap, type Term, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'

export type PreviewOutcome = { readonly result: DryrunResult } | { readonly failure: TransformationFailure }

/** There is no registry in a browser: transformations with a schema are not given to this. */
const codec: SchemaCodec = {
  decode: (_payload, { type }) => ({ failure: { msg: 'payload_decode_schema_not_found', decoder: type } }),
  encode: (_term, { type }) => ({ failure: { msg: 'payload_encode_schema_not_found', encoder: type } }),
}

function mapOf(given: unknown): TermMap {
  const term = decodeJson(JSON.stringify(given ?? {}))
  return isMap(term) ? term : new Map()
}

const json = (term: Term): unknown => JSON.parse(resultJson(term))

/** The same as the broker's dry run, without a broker. */
export function previewHere(transformation: MessageTransformation, message: DryrunMessage): PreviewOutcome {
  const userProperties = mapOf(message.user_property)
  const now = () => Date.now()
  const bindings = new Map<string, Term>([
    ['client_attrs', mapOf(message.client_attrs)],
    ['clientid', message.clientid ?? 'test-clientid'],
    ['peername', message.peername ?? '127.0.0.1:19872'],
    ['pub_props', new Map([...mapOf(message.pub_props), ['User-Property', userProperties] as const])],
    ['publish_received_at', BigInt(now())],
    ['timestamp', BigInt(now())],
    ['username', message.username],
  ])
  const { topic, qos = 0, retain = false, payload } = message
  const outcome = runTransformation(
    transformation,
    { topic, qos, retain, payload, userProperties },
    { bindings, codec, now },
  )
  if ('failure' in outcome) return outcome
  const made = outcome.transformed
  const user_property = Object.fromEntries([...made.userProperties].map(([key, one]) => [key, json(one)]))
  const result = { topic: made.topic, qos: made.qos, retain: made.retain, payload: json(made.payload) }
  return { result: { ...result, user_property } }
}
