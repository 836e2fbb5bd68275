import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { subscription as m } from './messages.ts'

/** The MQTT 5 options that differ from their defaults (MQTT 5 §3.8.3.1), short. */
export function subscriptionFlags({ nl, rap, rh }: Pick<Subscription, 'nl' | 'rap' | 'rh'>): string {
  const flags: string[] = []
  if (nl !== 0) flags.push(m.noLocal)
  if (rap !== 0) flags.push(m.retainAsPublished)
  if (rh !== 0) flags.push(m.retainHandling(rh))
  return flags.join(', ')
}

export function SubscriptionFlags({ subscription }: { readonly subscription: Subscription }) {
  const flags = subscriptionFlags(subscription)
  return flags === '' ? (
    <span className="dim" title={m.noFlags}>
      —
    </span>
  ) : (
    flags
  )
}
