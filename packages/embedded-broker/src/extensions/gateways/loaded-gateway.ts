import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { GatewayRecord, Gateways } from '../../gateways/gateways.ts'
import type { GatewayListenerDocument } from '../../gateways/to-gateway-listener.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'

/** Returns a gateway that has been loaded; throws 404 otherwise. */
export function gatewayOrRefuse(gateways: Gateways, name: GatewayKind): GatewayRecord {
  const record = gateways.find(name)
  if (record === undefined) throw refusal(404, 'RESOURCE_NOT_FOUND', 'Gateway not loaded')
  return record
}

export const toId = (gateway: GatewayKind, { type, name }: Pick<GatewayListenerDocument, 'type' | 'name'>) =>
  `${gateway}:${type}:${name}`

export function listenerOrRefuse(gateways: Gateways, name: GatewayKind, id: string): GatewayListenerDocument {
  const found = gatewayOrRefuse(gateways, name).listeners.find((one) => toId(name, one) === id)
  if (found !== undefined) return found
  const isId = id.split(':').length === 3
  throw refusal(404, 'RESOURCE_NOT_FOUND', isId ? 'Listener not found' : `Listener not found: ${id}`)
}

export function countConnections(gateways: Gateways, name: GatewayKind, node?: string): number {
  const clients = [...(gateways.running(name)?.clients() ?? [])]
  return node === undefined ? clients.length : clients.filter((client) => client.node === node).length
}

/** Returns the connection limit on all running nodes, or on one node if no cluster is given. */
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

/**
 * The directory of the LwM2M object definitions in EMQX's packages; this broker has these definitions built in, and
 * no others.
 */
const objectDefinitions = /(?:^|\/)lwm2m_xml\/?$/

/**
 * Throws for a gateway whose protocol this broker does not support or whose files are missing: it is stored but never
 * runs.
 */
export function refuseToStart(
  gateways: Gateways,
  name: GatewayKind,
  settings: GatewayRecord['settings'],
): void {
  if (!settings.enable) return
  const { xml_dir: directory } = settings
  if (typeof directory === 'string' && !objectDefinitions.test(directory)) {
    throw refusal(
      400,
      'BAD_REQUEST',
      `Bad config value '${JSON.stringify(directory)}' for 'xml_dir', reason: no_xml_files_found`,
    )
  }
  if (gateways.speaks(name)) return
  throw refusal(
    400,
    'BAD_REQUEST',
    `This broker does not speak ${name}: its configuration is kept with "enable": false, and nothing listens`,
  )
}
