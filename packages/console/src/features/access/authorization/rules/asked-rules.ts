import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { AccessRuleSubject } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { AskedRule } from '#features/access/access-evaluation/matches/rule-matches.ts'

/** Returns the rules of one table of the built-in database in the form that is used to ask whom they hit. */
export function listAskedRules(
  table: 'clients' | 'users' | 'all',
  rules: readonly BuiltInRule[],
  who: AccessRuleSubject,
): readonly AskedRule[] {
  return placeBuiltInRules(table, rules).map((placed) => ({ source: 'built_in_database', placed, who }))
}
