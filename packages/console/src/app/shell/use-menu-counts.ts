import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import type { CountName } from '#routes/route.ts'

const pollSeconds = 15

/** How much there is behind a menu item, by what it counts; asked for only while the words of the menu are shown. */
export function useMenuCounts(isShown: boolean): ReadonlyMap<CountName, number | undefined> {
  const options = { pollSeconds }
  const { data: current } = useQuery({ ...read(monitor.current, {}, options), enabled: isShown })
  const { data: nodeList } = useQuery({ ...read(nodes.list, {}, options), enabled: isShown })
  return new Map<CountName, number | undefined>([
    ['nodes', nodeList?.length],
    ['connections', current?.connections],
    ['subscriptions', current?.subscriptions],
    ['topics', current?.topics],
  ])
}
