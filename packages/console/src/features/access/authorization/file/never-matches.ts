import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { topicFilterFault } from '@brokerdeck/contract/topic.ts'

/** Whether none of a rule's topics is a filter, as in `a/#/b`: the broker takes them, and no topic is ever like that. */
export function neverMatches({ topics, qos }: AccessRule): boolean {
  if (qos.length === 0) return true
  if (topics === 'all') return false
  return topics.every(({ text }) => topicFilterFault(text.replaceAll(/\$\{[^}]*\}/g, 'x')) !== undefined)
}
