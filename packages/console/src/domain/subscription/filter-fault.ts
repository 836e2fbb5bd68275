import { type FilterFault, topicFilterFault } from '@brokerdeck/contract/topic.ts'
import { m } from './messages.ts'

const words: Record<FilterFault, string> = {
  empty: m.faultEmpty,
  'too-long': m.faultTooLong,
  'null-character': m.faultNull,
  'not-utf8': m.faultNotUtf8,
  'hash-not-last': m.faultHashNotLast,
  'hash-not-alone': m.faultHashNotAlone,
  'plus-not-alone': m.faultPlusNotAlone,
  'share-name-empty': m.faultShareNameEmpty,
  'share-name-wildcard': m.faultShareNameWildcard,
  'share-filter-empty': m.faultShareFilterEmpty,
}

/** Why a client cannot subscribe to a filter, as a sentence; undefined if it can. */
export function describeFilterFault(topic: string): string | undefined {
  const fault = topicFilterFault(topic)
  return fault && words[fault]
}
