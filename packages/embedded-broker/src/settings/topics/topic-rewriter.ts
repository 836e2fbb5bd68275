import type { RewriteRule } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { topicMatches } from '@brokerdeck/contract/topic.ts'
import { parseMatcher, type SafeMatcher } from '../../expressions/safe-pattern.ts'
import type { Rewrite, RewriteSettings } from '../../mqtt/settings.ts'

interface ReadRule extends RewriteRule {
  readonly match: SafeMatcher
}

/** A pattern that takes too long is one that does not match: the topic stays. */
function replaced(rule: ReadRule, topic: string, binds: ReadonlyMap<string, string>): string {
  const groups = rule.match(topic)
  if (groups === undefined || groups === 'too-slow') return topic
  return rule.dest_topic.replaceAll(
    /\$\{(?:clientid|username)\}|\$(\d)/g,
    (written, digit: string | undefined) =>
      (digit === undefined ? binds.get(written) : groups[Number(digit) - 1]) ?? written,
  )
}

function rewriterOf(rules: readonly ReadRule[]): Rewrite {
  return (topic, { clientid, username }) => {
    // Like EMQX: the first rule that covers the topic decides, whether its expression then matches or not.
    const rule = rules.find(({ source_topic }) => topicMatches(source_topic, topic))
    if (rule === undefined) return topic
    const binds = new Map([['${clientid}', clientid]])
    if (username !== undefined && username !== '') binds.set('${username}', username)
    return replaced(rule, topic, binds)
  }
}

export function topicRewriters(rules: readonly RewriteRule[]): RewriteSettings {
  const read = rules.flatMap((rule) => {
    const match = parseMatcher(rule.re)
    return 'fault' in match ? [] : [{ ...rule, match }]
  })
  return {
    publish: rewriterOf(read.filter(({ action }) => action !== 'subscribe')),
    subscribe: rewriterOf(read.filter(({ action }) => action !== 'publish')),
  }
}
