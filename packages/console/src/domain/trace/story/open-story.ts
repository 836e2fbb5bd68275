import type { TraceEvent } from '#domain/trace/trace-row.ts'
import type { Story, StoryEvent, StoryEventOf } from './story.ts'

export type Message = StoryEventOf<'publish' | 'deliver'>

/** A story that may still continue, with the packets that wait for a response. */
export interface OpenStory extends Story {
  readonly events: StoryEvent[]
  readonly subscribing: Map<number, StoryEventOf<'subscribe'>>
  readonly publishing: Map<number, Message>
  readonly delivering: Map<number, Message>
  /** The topics and filters of packets, which the broker's next lines are expected to repeat. */
  readonly repeated: string[]
  protocolVersion: number | undefined
}

export function place({ id, at, node }: TraceEvent) {
  return { id, at, node }
}

export function findLastEvent<Kind extends StoryEvent['kind']>(
  story: OpenStory,
  kind: Kind,
): StoryEventOf<Kind> | undefined {
  const isOfKind = (event: StoryEvent): event is StoryEventOf<Kind> => event.kind === kind
  return story.events.findLast(isOfKind)
}

export function isRepeat(story: OpenStory, topic: string): boolean {
  const at = story.repeated.indexOf(topic)
  if (at !== -1) story.repeated.splice(at, 1)
  return at !== -1
}
