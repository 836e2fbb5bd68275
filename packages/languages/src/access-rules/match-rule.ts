import { topicMatches } from '../topic.ts'
import type { AccessClient, AccessRequest } from './access-request.ts'
import type { AccessRule, AccessRuleSubject, RuleTopic } from './access-rule.ts'
import { clientValue, isTopicPlaceholder } from './client-value.ts'
import { netCovers, remembering } from './ip-net.ts'
import { parseTemplate, renderStrictly } from './template.ts'

/** Tests whether an operator's pattern matches anywhere in a name that the client gives itself. */
export type PatternTest = (pattern: string, subject: string) => boolean

export type Mismatch = 'action' | 'qos' | 'retain' | 'who' | 'topic'

/**
 * Returns the reason why a rule does not apply to a request: the first condition that fails, in the broker's order.
 * Undefined if the rule applies.
 */
export function ruleMismatch(
  rule: AccessRule,
  request: AccessRequest,
  test: PatternTest,
): Mismatch | undefined {
  const { action, qos, retain, client, topic } = request
  if (rule.action !== 'all' && rule.action !== action) return 'action'
  if (!rule.qos.includes(qos)) return 'qos'
  if (action === 'publish' && rule.retain !== 'all' && rule.retain !== retain) return 'retain'
  if (!isFor(rule.who, client, test)) return 'who'
  if (rule.topics === 'all') return undefined
  return rule.topics.some((one) => covers(one, topic, client)) ? undefined : 'topic'
}

function isFor(who: AccessRuleSubject, client: AccessClient, test: PatternTest): boolean {
  switch (who.kind) {
    case 'all':
      return true
    case 'ipaddr':
      return netCovers(who.net, client.peerhost)
    case 'ipaddrs':
      return who.nets.some((net) => netCovers(net, client.peerhost))
    case 'and':
      return who.of.every((one) => isFor(one, client, test))
    case 'or':
      return who.of.some((one) => isFor(one, client, test))
    default: {
      const name = who.kind === 'client_attr' ? `client_attrs.${who.name}` : who.kind
      const value = clientValue(client, name)
      if (value === undefined) return false
      return who.isPattern ? test(who.text, value) : who.text === value
    }
  }
}

const parseTopicTemplate = remembering((text) => parseTemplate(text, isTopicPlaceholder))

/** The requested topic may be a filter. Its wildcards count as ordinary levels, so `a/+` covers `a/#`, too. */
function covers({ text, isExact }: RuleTopic, topic: string, client: AccessClient): boolean {
  // Exact topics are not searched for placeholders.
  if (isExact) return text === topic
  if (!text.includes('${')) return topicMatches(text, topic)
  const filter = renderStrictly(parseTopicTemplate(text), (name) => clientValue(client, name))
  return filter !== undefined && topicMatches(filter, topic)
}
