import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { askOf } from '#domain/subscription/subscriber-asks.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { visibleText } from '#lib/visible-text.ts'
import { subscriptions as m } from '../messages/lists.ts'

/** The filters of `GET /subscriptions`, and `receives`, which is answered from the routes. */
export function subscriptionFilters(
  nodes: readonly Node[],
): readonly Filter<QueryKey<typeof subscriptions.list> | 'receives'>[] {
  return [
    { kind: 'text', label: m.client, exact: 'clientid', isMain: true, mono: true },
    {
      kind: 'text',
      label: m.match,
      exact: 'topic',
      contains: 'match_topic',
      containsWord: m.within,
      isMain: true,
      mono: true,
    },
    { kind: 'text', label: m.receives, exact: 'receives', isMain: true, mono: true },
    { kind: 'text', label: m.group, exact: 'share_group', mono: true },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    {
      kind: 'select',
      label: 'QoS',
      key: 'qos',
      options: ([0, 1, 2] as const).map((qos) => ({ value: String(qos), label: m.anyQos(qos) })),
    },
  ]
}

const levels = [0, 1, 2] as const

/** What the link says as the query of the endpoint; the broker finds a shared filter by its group and what follows. */
export function subscriptionQuery({ qos, topic, receives: _, ...rest }: FilterValues) {
  const level = levels.find((known) => String(known) === qos)
  return {
    ...rest,
    ...(topic === undefined ? {} : askOf(parseShared(topic))),
    ...(level === undefined ? {} : { qos: level }),
  }
}
