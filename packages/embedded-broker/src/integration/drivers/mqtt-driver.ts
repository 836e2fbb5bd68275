import { type Term, type TermMap, toBinary } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type { IPublishPacket, MqttClient } from 'mqtt'
import * as v from 'valibot'
import { parsePublishProperties } from '../../mqtt/connection/wire-properties.ts'
import { asQos, nextMessageId } from '../../mqtt/routing/message.ts'
import { propertyColumns } from '../rules/event-columns.ts'
import { fillBytes, fillTemplate, single, truth } from '../rules/row-template.ts'
import type { Channel, ChannelSettings, Delivery, Driver, Health, Link, Subscription } from './driver.ts'
import { toErrorMessage } from './failure-words.ts'
import { MqttClientPool } from './mqtt-client-pool.ts'

const actionShape = v.object({
  topic: v.string(),
  qos: v.optional(v.union([v.number(), v.string()]), 1),
  retain: v.optional(v.union([v.boolean(), v.string()]), false),
  payload: v.optional(v.string(), ''),
})
type ActionParameters = v.InferOutput<typeof actionShape>

const sourceShape = v.object({
  topic: v.string(),
  qos: v.optional(v.number(), 1),
  no_local: v.optional(v.boolean(), false),
})

function toQos({ qos }: ActionParameters, row: TermMap) {
  return asQos(Number(typeof qos === 'string' ? (single(qos, row) ?? 0) : qos))
}

/** Publishes and waits for the acknowledgement; a message without acknowledgement is not kept by the client. */
function publish(
  client: MqttClient,
  parameters: ActionParameters,
  row: TermMap,
  timeout: number,
): Promise<Delivery> {
  const topic = fillTemplate(parameters.topic, row)
  if (topic === '' || /[#+\0]/.test(topic)) {
    return Promise.resolve({ kind: 'failed', reason: `{unrecoverable_error,{invalid_topic,<<"${topic}">>}}` })
  }
  const options = { qos: toQos(parameters, row), retain: truth(parameters.retain, row) }
  return new Promise((resolve) => {
    let packetId: number | undefined
    const timer = setTimeout(() => {
      if (packetId !== undefined) client.removeOutgoingMessage(packetId)
      resolve({ kind: 'retry', reason: 'timeout' })
    }, timeout)
    timer.unref()
    client.publish(topic, fillBytes(parameters.payload, row), options, (error) => {
      clearTimeout(timer)
      resolve(error ? { kind: 'retry', reason: toErrorMessage(error) } : { kind: 'ok' })
    })
    if (options.qos > 0) packetId = client.getLastMessageId()
  })
}

function createChannel(pool: MqttClientPool, { parameters: given, timeout }: ChannelSettings): Channel {
  const parameters = v.parse(actionShape, given)
  return {
    async deliver(rows) {
      for (const row of rows) {
        const client = pool.connected
        if (client === undefined) return { kind: 'retry', reason: 'disconnected' }
        const delivery = await publish(client, parameters, row, timeout)
        if (delivery.kind !== 'ok') return delivery
      }
      return { kind: 'ok' }
    },
    render: (row) => ({
      topic: fillTemplate(parameters.topic, row),
      qos: toQos(parameters, row),
      retain: truth(parameters.retain, row),
      payload: fillBytes(parameters.payload, row).toString(),
    }),
    close: async () => undefined,
  }
}

/** Returns the columns of a received message for rules, beside the columns of every event. */
function toColumns(server: string, packet: IPublishPacket): TermMap {
  const { topic, payload, qos, dup, retain, properties } = packet
  const now = Date.now()
  return new Map<string, Term>([
    ['id', nextMessageId(now)],
    ['server', server],
    ['topic', topic],
    ['qos', BigInt(qos)],
    ['dup', dup],
    ['retain', retain],
    ['pub_props', propertyColumns(parsePublishProperties(properties) ?? {})],
    ['payload', toBinary(Buffer.from(payload))],
    ['message_received_at', BigInt(now)],
  ])
}

/**
 * Subscribes on the first client, or on all clients for a shared subscription: otherwise each message would arrive
 * once per client.
 */
async function subscribe(
  pool: MqttClientPool,
  { parameters }: ChannelSettings,
  receive: (columns: TermMap) => void,
): Promise<Subscription> {
  const { topic, qos, no_local: isNotLocal } = v.parse(sourceShape, parameters)
  const clients = topic.startsWith('$share/') ? pool.clients : pool.clients.slice(0, 1)
  const filter = topic.replace(/^\$share\/[^/]+\//, '')
  const onMessage = (name: string, _payload: Buffer, packet: IPublishPacket) => {
    if (topicMatches(filter, name)) receive(toColumns(pool.server, packet))
  }
  let health: Health = { status: 'connecting', reason: '' }
  const ask = async () => {
    try {
      for (const client of clients) {
        const isLocalKept = client.options.protocolVersion !== 5 || !isNotLocal
        await client.subscribeAsync(topic, { qos: asQos(qos), ...(!isLocalKept && { nl: true }) })
      }
      health = { status: 'connected' }
    } catch (error) {
      health = { status: 'disconnected', reason: toErrorMessage(error) }
    }
  }
  for (const client of clients) client.on('message', onMessage)
  await ask()
  return {
    async check() {
      if (health.status !== 'connected') await ask()
      return health
    },
    async close() {
      for (const client of clients) {
        client.off('message', onMessage)
        if (client.connected) client.unsubscribe(topic)
      }
    },
  }
}

export const mqttDriver: Driver = {
  async open(document, place): Promise<Link> {
    const pool = await MqttClientPool.open(document, place)
    return {
      async check() {
        await pool.waitTried()
        return pool.health
      },
      channel: async (settings) => createChannel(pool, settings),
      subscribe: (settings, receive) => subscribe(pool, settings, receive),
      close: () => pool.close(),
    }
  },
}
