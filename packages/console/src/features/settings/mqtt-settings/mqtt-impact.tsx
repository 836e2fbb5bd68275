import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '#api/query.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { allFields, fieldsOfSection } from '#kit/form/visibility.ts'
import { m } from './messages.ts'

/** Seen on 5.8.9: looked up at each packet, so that clients that are connected are under them at once. */
const atOnce: ReadonlySet<string> = new Set([
  'max_topic_levels',
  'wildcard_subscription',
  'shared_subscription',
  'shared_subscription_strategy',
  'shared_subscription_initial_sticky_pick',
  'exclusive_subscription',
  'retain_available',
  'max_qos_allowed',
  'ignore_loop_deliver',
])

/** What a change of `mqtt` means for clients, by the moment from which each setting counts. */
export function useMqttImpact(sections: readonly Section[], later: (fields: string) => string) {
  const { data } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  return (now: ApiDocument, before: ApiDocument): ReactNode => {
    const changed = allFields(sections.flatMap(fieldsOfSection)).filter(
      ({ path }) => JSON.stringify(valueAt(now, path)) !== JSON.stringify(valueAt(before, path)),
    )
    const named = (isNow: boolean) =>
      changed.filter(({ path }) => atOnce.has(path) === isNow).map(({ label }) => label)
    const [immediate, coming] = [named(true), named(false)]
    const noRetained = now['retain_available'] === false && before['retain_available'] === true
    const lowerQos = Number(now['max_qos_allowed']) < Number(before['max_qos_allowed'])
    return (
      <>
        {immediate.length > 0 && <p>{m.atOnce(immediate.join(m.comma), data?.live_connections)}</p>}
        {noRetained && <p>{m.retainedDisconnects}</p>}
        {lowerQos && <p>{m.qosDisconnects(Number(now['max_qos_allowed']))}</p>}
        {coming.length > 0 && <p>{later(coming.join(m.comma))}</p>}
      </>
    )
  }
}
