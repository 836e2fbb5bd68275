import type { Who } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { visibleText } from '#lib/visible-text.ts'
import { hits as m } from '../../messages/access-walk.ts'
import type { AccessPolicy } from '../preview/access-policy.ts'
import type { AskedRule, RuleHits } from './rule-hits.ts'

/** Who is missing, where the very clients were asked for. */
function nobodyWords(who: Who): string {
  switch (who.kind) {
    case 'clientid':
      return who.isPattern ? m.nobody : m.noClientId(visibleText(who.text, 120))
    case 'username':
      return who.isPattern ? m.nobody : m.noUsername(visibleText(who.text, 120))
    case 'ipaddr':
      return m.noAddress(visibleText(who.net, 80))
    default:
      return m.nobody
  }
}

/** Why a rule decides no subscription of those that were looked at; undefined if it decides some, or may. */
export function noHitWords(
  { source, placed, who }: AskedRule,
  { clients, maybe, hits, lookedClients }: RuleHits,
  { sources }: Pick<AccessPolicy, 'sources'>,
  isOfNamed: boolean,
): string | undefined {
  const place = sources.find((one) => one.source === source)
  if (place === undefined) return m.noSource
  if (!place.isEnabled) return m.disabled
  if (lookedClients === 0) return isOfNamed ? nobodyWords(who) : m.nobody
  if (clients.length + maybe.length === 0) return m.noneMeant
  if (placed.rule.action === 'publish') return m.onlyPublish
  if (hits.length === 0) return m.noneCovered
  return hits.every(({ outcome }) => outcome.kind === 'earlier') ? m.allEarlier : undefined
}
