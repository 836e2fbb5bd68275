import {
  type MessageTransformation,
  messageTransformation,
  messageTransformationSchema,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { SchemaCodec, Transformed } from '@brokerdeck/contract/data-hub/run-transformation.ts'
import {
  Atom,
  isBinary,
  type TermMap,
  toBinary,
  toBytes,
} from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { maxTopicBytes, topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { evaluateTransformation } from '../../expressions/evaluation.ts'
import { propertyColumns } from '../../integration/rules/event-columns.ts'
import type { Message, Session } from '../../mqtt/node/cluster.ts'
import type { Screened } from '../../mqtt/routing/screening.ts'
import { ScreenDocuments } from '../screening/screen-documents.ts'
import type { ScreenFigures } from '../screening/screen-figures.ts'
import { listConcerned, tellFailure } from '../screening/screen-topics.ts'

type TransformationsDeps = Pick<BrokerContext, 'cluster' | 'clock' | 'log' | 'store' | 'faults'>

/** Transforms incoming messages; the screen is removed while no transformation is enabled. */
export function openTransformations(parts: TransformationsDeps, figures: ScreenFigures, codec: SchemaCodec) {
  const { cluster, clock, faults, store } = parts
  let running: readonly MessageTransformation[] = []
  const telling = { ...parts, tag: 'MESSAGE_TRANSFORMATION' as const }
  const now = () => clock.now()

  function screen(message: Message, node: string): Screened<Message> | undefined {
    const asked = listConcerned(running, message.topic)
    const last = asked.at(-1)
    if (last === undefined) return undefined
    const around = {
      bindings: toBindings(message, cluster.session(message.fromClientid), node, now()),
      codec,
      now,
    }
    const failed: string[] = []
    let made = toTransformed(message)
    const fail = (transformation: MessageTransformation, msg: string): Screened<Message> | undefined => {
      const { name, failure_action: action } = transformation
      figures.count(name, node, 'failed')
      failed.push(name)
      tellFailure(telling, transformation, { msg, message, node })
      if (action === 'ignore') return undefined
      return { message: undefined, disconnects: action === 'disconnect', failed }
    }
    for (const transformation of asked) {
      figures.count(transformation.name, node, 'matched')
      const outcome = evaluateTransformation([transformation, made, around], (error) =>
        faults.report('screening', transformation.name, error),
      )
      // The result has to be a valid message, which is checked after the last transformation.
      const faulty =
        'failure' in outcome
          ? outcome.failure.msg
          : transformation === last && unpublishable(outcome.transformed)
      if (typeof faulty === 'string') {
        const ended = fail(transformation, faulty)
        if (ended !== undefined) return ended
        continue
      }
      if ('failure' in outcome) continue
      figures.count(transformation.name, node, 'succeeded')
      made = outcome.transformed
    }
    // If the last transformation failed and its failure is ignored, the earlier ones may have left an invalid
    // message.
    const isWhole = unpublishable(made) === false
    return { message: isWhole ? toMessage(message, made) : message, disconnects: false, failed }
  }

  return new ScreenDocuments<MessageTransformation>({
    store,
    root: 'message_transformation',
    list: 'transformations',
    word: 'Transformation',
    schema: messageTransformation,
    shape: messageTransformationSchema,
    judge: () => [],
    onChange(documents) {
      running = documents.filter(({ enable }) => enable)
      cluster.setScreen('transformation', running.length === 0 ? undefined : screen)
    },
  })
}

const textLimit = (text: string) => toBytes(text).length <= maxTopicBytes && !/\p{Surrogate}|\0/u.test(text)

/** Returns why the result cannot be sent as a message; false if it can. EMQX checks only the payload. */
function unpublishable({ payload, topic, userProperties }: Transformed): string | false {
  if (!isBinary(payload)) return 'transformation_bad_encoding'
  if (topicNameFault(topic) !== undefined) return 'transformation_bad_topic'
  const isFine = [...userProperties].every(([key, value]) => textLimit(key) && textLimit(String(value)))
  return isFine ? false : 'transformation_bad_user_property'
}

/** Returns the parts of a message that can be changed. */
function toTransformed({ topic, qos, retain, payload, properties }: Message): Transformed {
  const userProperties = new Map(properties.userProperties ?? [])
  return { topic, qos, retain, payload: toBinary(payload), userProperties }
}

function toMessage(message: Message, { topic, qos, retain, payload, userProperties }: Transformed): Message {
  const bytes = isBinary(payload) ? Buffer.from(toBytes(payload)) : message.payload
  const before = new Map(message.properties.userProperties ?? [])
  const isSame =
    before.size === userProperties.size &&
    [...before].every(([key, value]) => userProperties.get(key) === value)
  const pairs = [...userProperties].map(([key, value]) => [key, String(value)] as const)
  const sorted = pairs.sort(([one], [other]) => (one < other ? -1 : 1))
  const properties = isSame ? message.properties : { ...message.properties, userProperties: sorted }
  return { ...message, topic, qos, retain, payload: bytes, properties }
}

/** Returns the names that expressions may use for a message, beside the parts that can be changed. */
function toBindings(message: Message, sender: Session | undefined, node: string, now: number): TermMap {
  return new Map<string, TermMap | string | bigint | Atom | undefined>([
    ['client_attrs', new Map(Object.entries(sender?.attributes ?? {}))],
    ['clientid', message.fromClientid],
    [
      'flags',
      new Map([
        ['dup', false],
        ['retain', message.retain],
      ]),
    ],
    ['id', message.id],
    ['node', new Atom(node)],
    ['peername', sender === undefined ? undefined : `${sender.ipAddress}:${sender.port}`],
    ['pub_props', propertyColumns(message.properties)],
    ['publish_received_at', BigInt(Math.trunc(message.publishAt))],
    ['timestamp', BigInt(Math.trunc(now))],
    ['username', message.fromUsername],
  ])
}
