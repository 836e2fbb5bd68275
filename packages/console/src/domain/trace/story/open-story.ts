import type { SubscribedFilter, TraceEvent } from '../trace-row.ts'
import type { Story, StoryEvent, StoryEventOf } from './story.ts'

export type Message = StoryEventOf<'publish' | 'deliver'>

/** A story that is still being told, with what waits for an answer. */
export interface OpenStory extends Story {
  readonly events: StoryEvent[]
  readonly subscribing: Map<number, StoryEventOf<'subscribe'>>
  readonly publishing: Map<number, Message>
  readonly delivering: Map<number, Message>
  /** Topics and filters of packets, which the broker's next lines are about to repeat. */
  readonly repeated: string[]
  protocolVersion: number | undefined
}

/** More is not remembered: a trace that lost lines never gets their answers. */
const remembered = 1_000

export function openStory(row: TraceEvent): OpenStory {
  const { id, clientid, peername, node, at } = row
  return {
    id,
    clientid,
    peername,
    node,
    startedAt: at,
    events: [],
    subscribing: new Map(),
    publishing: new Map(),
    delivering: new Map(),
    repeated: [],
    protocolVersion: undefined,
  }
}

export function place({ id, at, node }: TraceEvent) {
  return { id, at, node }
}

export function lastOf<Kind extends StoryEvent['kind']>(
  story: OpenStory,
  kind: Kind,
): StoryEventOf<Kind> | undefined {
  const isOfKind = (event: StoryEvent): event is StoryEventOf<Kind> => event.kind === kind
  return story.events.findLast(isOfKind)
}

/** Says that the broker's line on this topic will come, so that it is not told twice. */
export function expectRepeat(story: OpenStory, topic: string): void {
  story.repeated.push(topic)
  if (story.repeated.length > remembered) story.repeated.shift()
}

export function isRepeat(story: OpenStory, topic: string): boolean {
  const at = story.repeated.indexOf(topic)
  if (at !== -1) story.repeated.splice(at, 1)
  return at !== -1
}

export function remember<Event>(
  waiting: Map<number, Event>,
  packetId: number | undefined,
  event: Event,
): void {
  if (packetId === undefined) return
  waiting.set(packetId, event)
  const [oldest] = waiting.keys()
  if (waiting.size > remembered && oldest !== undefined) waiting.delete(oldest)
}

export function answered<Event>(
  waiting: Map<number, Event>,
  packetId: number | undefined,
): Event | undefined {
  const event = packetId === undefined ? undefined : waiting.get(packetId)
  if (packetId !== undefined) waiting.delete(packetId)
  return event
}

export function namesOf(filters: readonly SubscribedFilter[]): readonly string[] {
  return filters.map(({ filter }) => filter)
}
