import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import type { CountName } from '#routes/route.ts'

const pollSeconds = 15

export interface MenuNotes {
  /** How much there is behind an item. */
  readonly counts: ReadonlyMap<CountName, number | undefined>
  /** That are active: the one thing beside the names that asks to be looked at. */
  readonly alarms: number
}

/** What the menu says beside its names; counts are asked for only while they are shown. */
export function useMenuNotes(isShown: boolean): MenuNotes {
  const options = { pollSeconds }
  const { data: current } = useQuery({ ...read(monitor.current, {}, options), enabled: isShown })
  const { data: nodeList } = useQuery({ ...read(nodes.list, {}, options), enabled: isShown })
  const { data: active } = useQuery(read(...activeAlarmsQuestion, { pollSeconds: 60 }))
  return {
    counts: new Map<CountName, number | undefined>([
      ['nodes', nodeList?.length],
      ['connections', current?.connections],
      ['subscriptions', current?.subscriptions],
      ['topics', current?.topics],
    ]),
    alarms: active === undefined ? 0 : (active.meta.count ?? active.data.length),
  }
}
