/** Topics and filters by MQTT 5.0 §4.7 and shared subscriptions by §4.8.2. */

/** The maximum length in bytes of UTF-8 (MQTT 5.0 §1.5.4). */
export const maxTopicBytes = 65_535

export type TopicFault = 'empty' | 'too-long' | 'null-character' | 'not-utf8'
export type FilterFault =
  | TopicFault
  | 'hash-not-last'
  | 'hash-not-alone'
  | 'plus-not-alone'
  | 'share-name-empty'
  | 'share-name-wildcard'
  | 'share-filter-empty'
export type NameFault = TopicFault | 'wildcard'

export interface SharedFilter {
  /** The share group; undefined for an ordinary filter, `$queue` for `$queue/…`. */
  readonly group: string | undefined
  readonly filter: string
}

function textFault(text: string): TopicFault | undefined {
  if (text === '') return 'empty'
  if (text.includes('\0')) return 'null-character'
  if (/\p{Surrogate}/u.test(text)) return 'not-utf8'
  if (text.length > maxTopicBytes || new TextEncoder().encode(text).length > maxTopicBytes) return 'too-long'
  return undefined
}

/** Returns the reason why a topic cannot be published to; undefined if it can. */
export function topicNameFault(topic: string): NameFault | undefined {
  return textFault(topic) ?? (/[+#]/.test(topic) ? 'wildcard' : undefined)
}

/** Returns the reason why a filter cannot be subscribed to, with its share prefix; undefined if it can. */
export function topicFilterFault(topic: string): FilterFault | undefined {
  const fault = textFault(topic)
  if (fault !== undefined) return fault
  const share = /^\$share\/([^/]*)(\/?)/.exec(topic)
  if (share !== null) {
    const [prefix, group = '', slash] = share
    if (group === '') return 'share-name-empty'
    if (/[+#]/.test(group)) return 'share-name-wildcard'
    if (slash === '' || prefix.length === topic.length) return 'share-filter-empty'
  }
  if (topic === '$queue/') return 'share-filter-empty'
  return levelsFault(parseShared(topic).filter)
}

function levelsFault(filter: string): FilterFault | undefined {
  const levels = filter.split('/')
  for (const [at, level] of levels.entries()) {
    if (level.includes('#')) {
      if (level !== '#') return 'hash-not-alone'
      if (at !== levels.length - 1) return 'hash-not-last'
    }
    if (level.includes('+') && level !== '+') return 'plus-not-alone'
  }
  return undefined
}

/** Removes the share prefix; a filter with an incomplete prefix is an ordinary filter. */
export function parseShared(topic: string): SharedFilter {
  const share = /^\$share\/([^/]+)\/(.+)$/s.exec(topic)
  if (share !== null) return { group: share[1], filter: share[2] ?? '' }
  if (topic.startsWith('$queue/') && topic.length > '$queue/'.length) {
    return { group: '$queue', filter: topic.slice('$queue/'.length) }
  }
  return { group: undefined, filter: topic }
}

/** Returns whether a valid filter without share prefix matches a topic name (§4.7.1; `$` topics §4.7.2). */
export function topicMatches(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && (isLevel(filter, '+', 0) || isLevel(filter, '#', 0))) return false
  // Called for every rule and every message, so both texts are scanned in place without being split.
  let [at, there] = [0, 0]
  for (;;) {
    // In any other position it is no wildcard, because the name of a client may contain it.
    if (isLevel(filter, '#', at)) return at + 1 === filter.length
    if (there > topic.length) return false
    const end = levelEnd(topic, there)
    if (isLevel(filter, '+', at)) {
      at += 2
    } else {
      const length = end - there
      for (let step = 0; step < length; step++) {
        if (filter.charCodeAt(at + step) !== topic.charCodeAt(there + step)) return false
      }
      if (at + length !== filter.length && filter[at + length] !== '/') return false
      at += length + 1
    }
    there = end + 1
    if (at > filter.length) return there > topic.length
  }
}

/**
 * Returns whether some topic matches both valid filters, which have no share prefix; a topic counts as a filter, too.
 */
export function filtersOverlap(one: string, other: string): boolean {
  const startsWild = (filter: string) => isLevel(filter, '+', 0) || isLevel(filter, '#', 0)
  // Wildcards at the first level do not match the broker's own topics.
  if ((one.startsWith('$') && startsWild(other)) || (other.startsWith('$') && startsWild(one))) return false
  const [left, right] = [one.split('/'), other.split('/')]
  for (let at = 0; ; at += 1) {
    const [here, there] = [left[at], right[at]]
    // `/#` and `+` share only the empty topic, which is invalid (MQTT 5 §4.7.3).
    if (here === '#') return there !== undefined || left.slice(0, at).join('/') !== ''
    if (there === '#') return here !== undefined || right.slice(0, at).join('/') !== ''
    if (here === undefined || there === undefined) return here === there
    if (here !== there && here !== '+' && there !== '+') return false
  }
}

function levelEnd(topic: string, from: number): number {
  const end = topic.indexOf('/', from)
  return end < 0 ? topic.length : end
}

/** Returns whether the wildcard is the whole level that begins at this position. */
function isLevel(filter: string, wildcard: '+' | '#', at: number): boolean {
  return filter[at] === wildcard && (at + 1 === filter.length || filter[at + 1] === '/')
}
