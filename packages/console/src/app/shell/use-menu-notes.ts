import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import type { CountName } from '#routes/route.ts'

const pollSeconds = 15

export interface MenuNotes {
  /** The number of entries behind each item. */
  readonly counts: ReadonlyMap<CountName, number | undefined>
  /** The number of active alarms, the only item beside the names that calls for attention. */
  readonly alarms: number
}

/** Returns the notes beside the names in the menu; counts are requested only while they are shown. */
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
