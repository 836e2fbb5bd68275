import type { AccessClient } from '@brokerdeck/languages/access-rules/access-request.ts'
import { type AccessRuleSubject, everybody } from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { AskedRule } from '#features/access/access-evaluation/matches/rule-matches.ts'

function toWho({ table, rule }: PlacedRule, { clientid, username = '' }: AccessClient): AccessRuleSubject {
  if (table === 'clients') return { kind: 'clientid', text: clientid, isPattern: false }
  if (table === 'users') return { kind: 'username', text: username, isPattern: false }
  return table === 'all' ? everybody : rule.who
}

/**
 * Converts a rule that concerns this client into the form that is used to ask whom else it hits; undefined for other
 * sources.
 */
export function toAskedRule(source: string, placed: PlacedRule, client: AccessClient): AskedRule | undefined {
  if (source !== 'file' && source !== 'built_in_database') return undefined
  return { source, placed, who: toWho(placed, client) }
}
