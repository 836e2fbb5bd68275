import type { SubscribedFilter, TraceEvent, TracePacket } from '#domain/trace/trace-row.ts'
import { findLastEvent, isRepeat, type Message, type OpenStory, place } from './open-story.ts'
import type { StoryEventOf } from './story.ts'

/** Codes from this value on are failures (MQTT 5 §2.4). */
const firstRefusal = 0x80

type PacketEvent = TraceEvent & { readonly packet: TracePacket }

export function tellPacket(story: OpenStory, row: PacketEvent): void {
  if (row.msg === 'mqtt_packet_sent') tellSent(story, row)
  else tellReceived(story, row)
}

/** Handles a packet from the client. */
function tellReceived(story: OpenStory, row: PacketEvent): void {
  const { packet, at } = row
  const [code = 0] = packet.reasonCodes
  switch (packet.type) {
    case 'CONNECT':
      tellConnect(story, row)
      return
    case 'PUBLISH': {
      const event = tellMessage(story, row, 'publish')
      expectRepeat(story, event.topic)
      remember(story.publishing, packet.packetId, event)
      return
    }
    case 'SUBSCRIBE': {
      const { filters } = packet
      const event: StoryEventOf<'subscribe'> = { ...place(row), kind: 'subscribe', filters, codes: undefined }
      for (const filter of listFilters(filters)) expectRepeat(story, filter)
      story.events.push(event)
      remember(story.subscribing, packet.packetId, event)
      return
    }
    case 'UNSUBSCRIBE': {
      const filters = listFilters(packet.filters)
      for (const filter of filters) expectRepeat(story, filter)
      story.events.push({ ...place(row), kind: 'unsubscribe', filters })
      return
    }
    case 'PUBACK':
    case 'PUBREC': {
      const event = takeAnswered(story.delivering, packet.packetId)
      if (event !== undefined) event.ack = { code, at }
      return
    }
    case 'DISCONNECT':
      story.events.push({ ...place(row), kind: 'disconnect', by: 'client', code, reason: undefined })
      return
    case 'PINGREQ': {
      const last = story.events.at(-1)
      if (last?.kind === 'alive') last.count += 1
      else story.events.push({ ...place(row), kind: 'alive', count: 1 })
    }
  }
}

/** Handles a packet that the broker sent. */
function tellSent(story: OpenStory, row: PacketEvent): void {
  const { packet, at } = row
  const [code = 0] = packet.reasonCodes
  switch (packet.type) {
    case 'CONNACK': {
      const { protocolVersion } = story
      story.events.push(
        code === 0
          ? { ...place(row), kind: 'connected', isSessionPresent: packet.isSessionPresent }
          : { ...place(row), kind: 'refused', code, protocolVersion, reason: undefined },
      )
      return
    }
    case 'SUBACK': {
      const event = takeAnswered(story.subscribing, packet.packetId)
      if (event !== undefined) event.codes = packet.reasonCodes
      // The broker writes no further line about a refused filter.
      for (const [index, one] of packet.reasonCodes.entries()) {
        const filter = event?.filters[index]?.filter
        if (one >= firstRefusal && filter !== undefined) isRepeat(story, filter)
      }
      return
    }
    case 'PUBLISH':
      remember(story.delivering, packet.packetId, tellMessage(story, row, 'deliver'))
      return
    case 'PUBACK':
    case 'PUBREC': {
      const event = takeAnswered(story.publishing, packet.packetId)
      if (event === undefined) return
      event.ack = { code, at }
      if (code >= firstRefusal) isRepeat(story, event.topic)
      return
    }
    case 'DISCONNECT':
      if (findLastEvent(story, 'disconnect') === undefined)
        story.events.push({ ...place(row), kind: 'disconnect', by: 'broker', code, reason: undefined })
  }
}

function tellConnect(story: OpenStory, row: PacketEvent): void {
  const facts = row.packet.connect
  story.protocolVersion = facts?.protocolVersion
  if (facts === undefined) return
  const listener = row.meta['listener']
  story.events.push({
    ...place(row),
    ...facts,
    kind: 'connect',
    peername: row.peername,
    listener: typeof listener === 'string' ? listener : undefined,
  })
}

function tellMessage(story: OpenStory, row: PacketEvent, kind: Message['kind']): Message {
  const { qos, isRetained, payload } = row.packet
  const topic = row.topic ?? ''
  const event: Message = { ...place(row), kind, topic, qos, isRetained, payload, ack: undefined }
  story.events.push(event)
  return event
}

/** The maximum number of remembered entries: in a trace that lost lines, some responses never arrive. */
const remembered = 1_000

/** Remembers that a line of the broker on this topic will follow, so that it is not added twice. */
function expectRepeat(story: OpenStory, topic: string): void {
  story.repeated.push(topic)
  if (story.repeated.length > remembered) story.repeated.shift()
}

function remember<Event>(waiting: Map<number, Event>, packetId: number | undefined, event: Event): void {
  if (packetId === undefined) return
  waiting.set(packetId, event)
  const [oldest] = waiting.keys()
  if (waiting.size > remembered && oldest !== undefined) waiting.delete(oldest)
}

function takeAnswered<Event>(waiting: Map<number, Event>, packetId: number | undefined): Event | undefined {
  const event = packetId === undefined ? undefined : waiting.get(packetId)
  if (packetId !== undefined) waiting.delete(packetId)
  return event
}

function listFilters(filters: readonly SubscribedFilter[]): readonly string[] {
  return filters.map(({ filter }) => filter)
}
