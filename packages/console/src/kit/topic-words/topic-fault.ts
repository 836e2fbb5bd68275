import {
  type FilterFault,
  type NameFault,
  topicFilterFault,
  topicNameFault,
} from '@brokerdeck/languages/topic.ts'
import { topicWords as m } from '#kit/messages/mqtt.ts'

const words: Record<FilterFault | NameFault, string> = {
  empty: m.empty,
  'too-long': m.tooLong,
  'null-character': m.nullCharacter,
  'not-utf8': m.notUtf8,
  wildcard: m.wildcard,
  'hash-not-last': m.hashNotLast,
  'hash-not-alone': m.hashNotAlone,
  'plus-not-alone': m.plusNotAlone,
  'share-name-empty': m.shareNameEmpty,
  'share-name-wildcard': m.shareNameWildcard,
  'share-filter-empty': m.shareFilterEmpty,
}

/** Returns the reason why a client cannot subscribe to a topic filter, as a sentence; undefined for a valid filter. */
export function describeFilterFault(filter: string): string | undefined {
  const fault = topicFilterFault(filter)
  return fault && words[fault]
}

/** Returns the reason why clients cannot publish to a topic, as a sentence; undefined for a valid topic. */
export function describeTopicFault(topic: string): string | undefined {
  const fault = topicNameFault(topic)
  return fault && words[fault]
}
