import {
  type DryrunResult,
  type MessageTransformation,
  messageTransformation,
  messageTransformationSchema,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { transformationCodec } from '@brokerdeck/contract/data-hub/transformation-codec.ts'
import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { anyMap, boolean, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { Atom, isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { CompiledSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { evaluateTransformation, type ReportError } from '../../expressions/evaluation.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'

const dryrunMessage = struct('message_transformation_http_api:dryrun_input_message', {
  client_attrs: withDefault(anyMap, {}),
  clientid: withDefault(text, 'test-clientid'),
  payload: required(text),
  peername: withDefault(text, '127.0.0.1:19872'),
  pub_props: withDefault(anyMap, {}),
  qos: withDefault(oneOf(0, 1, 2), 0),
  retain: withDefault(boolean, false),
  topic: required(text),
  user_property: withDefault(anyMap, {}),
  username: field(text),
})

const dryrunRequest = struct('message_transformation_http_api:dryrun_transformation', {
  transformation: required(messageTransformation),
  message: required(dryrunMessage),
})

const requestSchema = tolerant(dryrunRequest)

/** A transformation with a sample message, as `POST /message_transformations/dryrun` receives it. */
export const dryRunSchema = v.object({
  body: v.unknown(),
  node: v.string(),
  messageId: v.string(),
  nowMs: v.number(),
})
export type DryRun = v.InferOutput<typeof dryRunSchema>

interface DryRunDeps {
  readonly findSchema: (name: string) => CompiledSchema | undefined
  readonly report: ReportError
}

/** Returns the transformed message as JSON; throws the broker's response if the transformation fails. */
export function dryRunTransformation(
  { body, node, messageId, nowMs }: DryRun,
  { findSchema, report }: DryRunDeps,
): string {
  const codec = transformationCodec({ find: findSchema, isInPieces: true })
  const { message, transformation } = v.parse(requestSchema, configOrRefuse(dryrunRequest, body))
  const userProperties = toTermMap(message.user_property)
  const { clientid, username, peername, retain, topic, qos, payload } = message
  const bindings = new Map<string, Term>([
    ['client_attrs', toTermMap(message.client_attrs)],
    ['clientid', clientid],
    [
      'flags',
      new Map([
        ['dup', false],
        ['retain', retain],
      ]),
    ],
    ['id', messageId],
    ['node', new Atom(node)],
    ['peername', peername],
    ['pub_props', new Map([...toTermMap(message.pub_props), ['User-Property', userProperties] as const])],
    ['publish_received_at', BigInt(Math.trunc(nowMs))],
    ['timestamp', BigInt(Math.trunc(nowMs))],
    ['username', username],
  ])
  const steps: MessageTransformation = v.parse(messageTransformationSchema, transformation)
  const given = { topic, qos, retain, payload, userProperties }
  const outcome = evaluateTransformation([steps, given, { bindings, codec, now: () => nowMs }], report)
  if ('failure' in outcome) throw new ApiRefusal(400, outcome.failure)
  const made = outcome.transformed
  const result: DryrunResult = {
    payload: json(made.payload),
    qos: made.qos,
    retain: made.retain,
    topic: made.topic,
    user_property: Object.fromEntries([...made.userProperties].map(([key, value]) => [key, json(value)])),
  }
  return JSON.stringify(result)
}

/** The broker fails as well for a value that JSON cannot represent. */
function json(term: Term): unknown {
  try {
    return JSON.parse(resultJson(term))
  } catch {
    throw new ApiRefusal(500, undefined)
  }
}

function toTermMap(given: unknown): TermMap {
  const term = decodeJson(JSON.stringify(given))
  return isMap(term) ? term : new Map()
}
