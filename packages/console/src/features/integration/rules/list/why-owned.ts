import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { rules as m } from '#features/integration/rules/messages/rules.ts'

/** A webhook is a rule, an action and a connector of the same name; its rule is edited together with the others. */
export function whyOwned({ id, actions }: Pick<Rule, 'id' | 'actions'>): string | undefined {
  return id.endsWith('_WH_D') && actions.includes(`http:${id}`) ? m.ofWebhook : undefined
}
