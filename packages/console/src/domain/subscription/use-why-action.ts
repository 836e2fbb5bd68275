import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useGo } from '#kit/page/link.tsx'
import { whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import type { MenuAction } from '#ui/overlays.tsx'
import { subscription as m } from './messages.ts'

/** Returns the menu action of a subscription that explains which rule allowed it, or would no longer allow it. */
export function useWhyAction(): (subscription: Subscription) => MenuAction {
  const go = useGo()
  return ({ clientid, topic, qos }) => ({
    label: m.why,
    onSelect: () =>
      void go(linkTo('why', whySearch({ clientid, wish: 'subscribe', topic, qos, isMounted: true }))),
  })
}
