import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { runningNode } from '../../mqtt/node/answering-node.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Integrations, NodeHealth } from '../integrations.ts'
import {
  getConnectorName,
  type ResourceKind,
  type ResourceRecord,
  type ResourceStore,
} from './resource-store.ts'

/** The words of the broker's messages, in which actions and sources are bridges. */
const words: Readonly<Record<ResourceKind, { readonly one: string; readonly upper: string }>> = {
  connectors: { one: 'connector', upper: 'Connector' },
  actions: { one: 'bridge', upper: 'Bridge' },
  sources: { one: 'bridge', upper: 'Bridge' },
}

/** Returns the resource of an id; throws the broker's refusal for an invalid or an unknown id. */
export function resourceOrRefuse(store: ResourceStore, id: string): ResourceRecord {
  const { one, upper } = words[store.kind]
  const [, type, name] = /^([^:]*):(.*)$/s.exec(id) ?? []
  if (type === undefined || name === undefined)
    throw refusal(404, 'NOT_FOUND', `Invalid ${one} ID, should be of pattern {type}:{name}, but got: ${id}`)
  const found = store.find(id)
  if (found === undefined)
    throw refusal(
      404,
      'NOT_FOUND',
      `${upper} lookup failed: ${one} named '${name}' of type ${type} does not exist.`,
    )
  return found
}

export function refuseTaken(store: ResourceStore, id: string): void {
  if (store.find(id) !== undefined)
    throw refusal(400, 'ALREADY_EXISTS', `${words[store.kind].one} already exists`)
}

export function refuseDisabled(store: ResourceStore, { settings }: ResourceRecord): void {
  if (!settings.enable)
    throw refusal(400, 'BAD_REQUEST', `Forbidden operation, ${words[store.kind].one} not enabled`)
}

export function nodeNameOrRefuse(cluster: Cluster, name: string): string {
  const node = runningNode(cluster, name)
  if (node === undefined) throw refusal(404, 'NOT_FOUND', `Invalid node name: ${name}`)
  return node.name
}

/** Combines the health of all nodes: their common status, or that they differ, with the first reason. */
export function jointHealth(nodes: readonly NodeHealth[]): {
  readonly status: string
  readonly reason?: string
} {
  const [first] = nodes
  const status = nodes.every((one) => one.status === first?.status) ? first?.status : 'inconsistent'
  const reason = nodes.find((one) => one.reason !== undefined)?.reason
  return { status: status ?? 'disconnected', ...(reason !== undefined && { reason }) }
}

/** Refuses an action or a source without a connector of its type. */
export function refuseUnconnected(
  kind: ResourceKind,
  integrations: Integrations,
  record: ResourceRecord,
): void {
  if (integrations.getConnectorId(record) !== undefined) return
  const refused = {
    reason: 'connector_not_found_or_wrong_type',
    connector_name: getConnectorName(record),
    conf_root_key: kind,
    bridge_type: record.type,
    bridge_name: record.name,
  }
  throw refusal(400, 'BAD_REQUEST', JSON.stringify(refused))
}

/** Refuses with a message and the rules that depend on the action, so that the client can list them. */
export function refuseNamed(rules: readonly string[]): void {
  if (rules.length === 0) return
  const message = 'Cannot delete action while active rules are depending on it'
  throw new ApiRefusal(400, { code: 'BAD_REQUEST', message, rules })
}
