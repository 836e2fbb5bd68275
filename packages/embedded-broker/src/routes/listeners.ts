import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import {
  type listeners as contract,
  type ListenerStatus,
  type ListenerSummary,
  listenerTypes,
} from '@brokerdeck/contract/listeners.ts'
import type { ApiCall } from '../http/api-call.ts'
import { refusal } from '../http/api-refusal.ts'
import type { BrokerNode, Listener } from '../mqtt/cluster.ts'
import { runningNodes } from '../world/answering-node.ts'
import type { World } from '../world/world.ts'

interface Placed {
  readonly node: BrokerNode
  readonly listener: Listener
}

/** The listeners of all running nodes by id. */
function placedById(world: World): Map<string, Placed[]> {
  const byId = new Map<string, Placed[]>()
  for (const node of runningNodes(world.cluster)) {
    for (const listener of node.listeners) {
      byId.set(listener.id, [...(byId.get(listener.id) ?? []), { node, listener }])
    }
  }
  return byId
}

const limitOf = (count: number): number | 'infinity' => (Number.isFinite(count) ? count : 'infinity')

const statusOf = ({ listener }: Placed): ListenerStatus => ({
  running: listener.isRunning,
  current_connections: listener.currentConnections,
  max_connections: limitOf(listener.maxConnections),
})

function totalOf(placed: readonly Placed[]): ListenerStatus {
  const all = placed.map(statusOf)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const first = all[0]?.running ?? false
  return {
    running: all.every((one) => one.running === first) ? first : 'inconsistent',
    current_connections: sum(all.map((one) => one.current_connections)),
    max_connections: limitOf(sum(placed.map((one) => one.listener.maxConnections))),
  }
}

const nodeStatusOf = (placed: readonly Placed[]) =>
  placed.map((one) => ({ node: one.node.name, status: statusOf(one) }))

const nameOf = (id: string): string => id.slice(id.indexOf(':') + 1)

function toSummary([id, placed]: readonly [string, readonly Placed[]]): ListenerSummary[] {
  const first = placed[0]
  if (first === undefined) return []
  return [
    {
      id,
      type: first.listener.type,
      name: nameOf(id),
      // Every node has a port of its own here; shown is that of the first, the others are in their node's status.
      bind: first.listener.bind,
      enable: true,
      acceptors: 1,
      number: placed.length,
      status: totalOf(placed),
      node_status: nodeStatusOf(placed),
    },
  ]
}

export const listeners: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const all = [...placedById(world)].flatMap(toSummary)
    return { status: 200, body: all.filter((one) => query.type === undefined || one.type === query.type) }
  },

  get({ params: { id } }, { world }) {
    const type = listenerTypes.find((one) => id.startsWith(`${one}:`))
    if (type === undefined || !/^\w+:[\w-]+$/.test(id)) {
      const fault = {
        value: id,
        reason: `{invalid_listener_id,'${id}'}`,
        path: 'id',
        kind: 'validation_error',
      }
      throw refusal(400, 'BAD_REQUEST', JSON.stringify(fault))
    }
    const placed = placedById(world).get(id)?.[0]
    if (placed === undefined) throw refusal(404, 'BAD_LISTENER_ID', 'Listener id not found')
    return {
      status: 200,
      body: {
        id,
        type,
        bind: placed.listener.bind,
        enable: true,
        running: placed.listener.isRunning,
        current_connections: placed.listener.currentConnections,
        acceptors: 1,
        max_connections: limitOf(placed.listener.maxConnections),
        max_conn_rate: 'infinity',
        mountpoint: '',
        zone: 'default',
        enable_authn: true,
      },
    }
  },

  status(_received, { world }) {
    const all = [...placedById(world)]
    const body = listenerTypes.flatMap((type) => {
      const ofType = all.filter(([, placed]) => placed[0]?.listener.type === type)
      const placed = ofType.flatMap(([, list]) => list)
      if (placed.length === 0) return []
      const ids = ofType.map(([id]) => id)
      return [{ type, enable: true, ids, status: totalOf(placed), node_status: nodeStatusOf(placed) }]
    })
    return { status: 200, body }
  },
}
