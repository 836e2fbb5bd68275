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

/** Why a client cannot subscribe to a filter, as a sentence; undefined if it can. */
export function describeFilterFault(filter: string): string | undefined {
  const fault = topicFilterFault(filter)
  return fault && words[fault]
}

/** Why nobody can publish to a topic, as a sentence; undefined if one can. */
export function describeTopicFault(topic: string): string | undefined {
  const fault = topicNameFault(topic)
  return fault && words[fault]
}
