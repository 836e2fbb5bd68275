/** Topics and filters by MQTT 5.0 §4.7 and shared subscriptions by §4.8.2. */

/** Bytes of UTF-8 (MQTT 5.0 §1.5.4). */
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
  /** Undefined for an ordinary filter; `$queue` for `$queue/…`. */
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

/** Why a topic cannot be published to; undefined if it can. */
export function topicNameFault(topic: string): NameFault | undefined {
  return textFault(topic) ?? (/[+#]/.test(topic) ? 'wildcard' : undefined)
}

/** Why a filter cannot be subscribed to, a share prefix included; undefined if it can. */
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

/** Takes the share prefix off; an incomplete one is an ordinary filter. */
export function parseShared(topic: string): SharedFilter {
  const share = /^\$share\/([^/]+)\/(.+)$/s.exec(topic)
  if (share !== null) return { group: share[1], filter: share[2] ?? '' }
  if (topic.startsWith('$queue/') && topic.length > '$queue/'.length) {
    return { group: '$queue', filter: topic.slice('$queue/'.length) }
  }
  return { group: undefined, filter: topic }
}

/** Whether a valid filter, without share prefix, matches a topic name (§4.7.1; `$` topics §4.7.2). */
export function topicMatches(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  if (topic.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false
  const levels = topic.split('/')
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    if (at >= levels.length) return false
    if (level !== '+' && level !== levels[at]) return false
  }
  return wanted.length === levels.length
}
