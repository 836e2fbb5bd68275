import {
  type DryrunResult,
  type MessageTransformation,
  messageTransformation,
  messageTransformationSchema,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { SchemaCodec } from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { anyMap, boolean, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { Atom, isMap, type Term, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { transformationCodec } from '@brokerdeck/contract/schema-codec/transformation-codec.ts'
import * as v from 'valibot'
import { answeringNode } from '../../broker/answering-node.ts'
import type { World } from '../../broker/world.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { evaluateTransformation, type ReportError } from '../../expressions/evaluation.ts'
import { acts } from '../../http/acts.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import { nextMessageId } from '../../mqtt/message.ts'
import { ScreenFigures } from '../screening/screen-figures.ts'
import { screenHandlers } from '../screening/screen-handlers.ts'
import { openTransformations } from './transformations.ts'

type Parts = Pick<
  World,
  'cluster' | 'clock' | 'config' | 'faults' | 'log' | 'prometheus' | 'schemas' | 'store'
>

function open({ config, prometheus, schemas, ...parts }: Parts) {
  const find = (name: string) => schemas.find(name)
  const figures = new ScreenFigures(parts)
  const documents = openTransformations(parts, figures, transformationCodec({ find }))
  config.adopt('message_transformation', documents.asConfig())
  prometheus.screenRows.transformations = (node) =>
    figures.rows(documents.list(), 'emqx_message_transformation', node.name)
  return { documents, figures, dryCodec: transformationCodec({ find, isInPieces: true }) }
}

export const messageTransformationsApi = acts({
  endpoints: messageTransformations,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'config', 'faults', 'log', 'now', 'prometheus', 'schemas', 'store'],
  state: open,
  handlers: {
    ...screenHandlers<MessageTransformation>(),

    dryrun({ body }, { cluster, dryCodec: codec, faults, now }) {
      const node = answeringNode(cluster)?.name ?? ''
      const report: ReportError = (error) => faults.report('screening', 'dryrun', error)
      const around = { codec, now, node, messageId: nextMessageId(now()), report }
      return { status: 200, body: dryrun(body, around) }
    },
  },
})

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

interface Around {
  readonly codec: SchemaCodec
  readonly now: () => number
  readonly node: string
  readonly messageId: string
  readonly report: ReportError
}

/** What the transformation makes of the message; throws what the broker answers where it fails. */
function dryrun(body: unknown, { codec, now, node, messageId, report }: Around): DryrunResult {
  const { message, transformation } = v.parse(requestSchema, configOrRefuse(dryrunRequest, body))
  const userProperties = mapOf(message.user_property)
  const { clientid, username, peername, retain, topic, qos, payload } = message
  const bindings = new Map<string, Term>([
    ['client_attrs', mapOf(message.client_attrs)],
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
    ['pub_props', new Map([...mapOf(message.pub_props), ['User-Property', userProperties] as const])],
    ['publish_received_at', BigInt(Math.trunc(now()))],
    ['timestamp', BigInt(Math.trunc(now()))],
    ['username', username],
  ])
  const steps: MessageTransformation = v.parse(messageTransformationSchema, transformation)
  const given = { topic, qos, retain, payload, userProperties }
  const outcome = evaluateTransformation([steps, given, { bindings, codec, now }], report)
  if ('failure' in outcome) throw new ApiRefusal(400, outcome.failure)
  const made = outcome.transformed
  return {
    payload: json(made.payload),
    qos: made.qos,
    retain: made.retain,
    topic: made.topic,
    user_property: Object.fromEntries([...made.userProperties].map(([key, value]) => [key, json(value)])),
  }
}

/** What no JSON can say makes the broker fail, too. */
function json(term: Term): unknown {
  try {
    return JSON.parse(resultJson(term))
  } catch {
    throw new ApiRefusal(500, undefined)
  }
}

function mapOf(given: unknown): TermMap {
  const term = decodeJson(JSON.stringify(given))
  return isMap(term) ? term : new Map()
}
