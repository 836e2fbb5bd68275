import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { GatewayListenerDocument } from '../../gateways/gateway-listener-of.ts'
import type { GatewayRecord, Gateways } from '../../gateways/gateways.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Cluster } from '../../mqtt/cluster.ts'

/** What belongs to a gateway is there once it has been loaded. */
export function gatewayOrRefuse(gateways: Gateways, name: GatewayKind): GatewayRecord {
  const record = gateways.find(name)
  if (record === undefined) throw refusal(404, 'RESOURCE_NOT_FOUND', 'Gateway not loaded')
  return record
}

export const idOf = (gateway: GatewayKind, { type, name }: Pick<GatewayListenerDocument, 'type' | 'name'>) =>
  `${gateway}:${type}:${name}`

export function listenerOrRefuse(gateways: Gateways, name: GatewayKind, id: string): GatewayListenerDocument {
  const found = gatewayOrRefuse(gateways, name).listeners.find((one) => idOf(name, one) === id)
  if (found !== undefined) return found
  const isId = id.split(':').length === 3
  throw refusal(404, 'RESOURCE_NOT_FOUND', isId ? 'Listener not found' : `Listener not found: ${id}`)
}

export function connectionsOf(gateways: Gateways, name: GatewayKind, node?: string): number {
  const clients = [...(gateways.running(name)?.clients() ?? [])]
  return node === undefined ? clients.length : clients.filter((client) => client.node === node).length
}

/** On the nodes that run, or on one of them. */
export function mostConnections(
  { listeners }: Pick<GatewayRecord, 'listeners'>,
  cluster: Cluster | undefined,
): number | 'infinity' {
  const nodes = cluster === undefined ? 1 : cluster.nodes.filter((node) => node.isRunning).length
  let total = 0
  for (const { max_connections: most } of listeners) {
    if (most === 'infinity') return most
    total += most * nodes
  }
  return total
}

/** What this broker does not speak is kept, and never runs. */
export function refuseSilent(gateways: Gateways, name: GatewayKind, isEnabled: boolean): void {
  if (!isEnabled || gateways.speaks(name)) return
  throw refusal(
    400,
    'BAD_REQUEST',
    `This broker does not speak ${name}: its configuration is kept with "enable": false, and nothing listens`,
  )
}
