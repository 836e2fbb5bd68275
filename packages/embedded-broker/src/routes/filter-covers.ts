import { topicFilterFault } from '@brokerdeck/contract/topic.ts'

/**
 * Does a filter match another when that is read as a topic: `cmd/#` covers `cmd/+/a`, `cmd/x` does not cover `cmd/+`.
 * MQTT-4.7.2-1: a leading wildcard does not cover `$` topics.
 */
export function filterCovers(filter: string, topic: string): boolean {
  if (topicFilterFault(filter) !== undefined) return false
  const wanted = filter.split('/')
  const levels = topic.split('/')
  if (topic.startsWith('$') && (wanted[0] === '#' || wanted[0] === '+')) return false
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    const actual = levels[at]
    if (actual === undefined || actual === '#') return false
    if (level !== '+' && level !== actual) return false
  }
  return wanted.length === levels.length
}
