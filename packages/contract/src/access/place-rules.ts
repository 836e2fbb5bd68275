import { everybody, parseRuleTopic } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { FileRule } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import type { BuiltInRule } from './authorization-rules.ts'

/** Numbers the rules of a table of the built-in database. */
export function placeBuiltInRules(
  table: 'clients' | 'users' | 'all',
  rules: readonly BuiltInRule[],
): readonly PlacedRule[] {
  return rules.map(({ permission, action, qos, retain, topic }, at) => ({
    rule: { permission, who: everybody, action, qos, retain, topics: [parseRuleTopic(topic)] },
    number: at + 1,
    table,
  }))
}

export function placeFileRules(rules: readonly FileRule[]): readonly PlacedRule[] {
  return rules.map(({ rule, line }, at) => ({ rule, line, number: at + 1 }))
}
