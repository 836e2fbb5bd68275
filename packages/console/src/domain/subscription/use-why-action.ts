import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { whySearch } from '#lib/why-question.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { subscription as m } from './messages.ts'

/** For the menu of a subscription: by which rule it was allowed, or would not be any more. */
export function useWhyAction(): (subscription: Subscription) => MenuAction {
  const navigate = useNavigate()
  return ({ clientid, topic, qos }) => ({
    label: m.why,
    onSelect: () =>
      void navigate({
        to: paths.why(),
        search: whySearch({ clientid, wish: 'subscribe', topic, qos, isMounted: true }),
      }),
  })
}
