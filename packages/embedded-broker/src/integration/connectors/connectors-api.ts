import { connectors as contract } from '@brokerdeck/contract/integration/connectors.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import type { Integrations } from '../integrations.ts'
import {
  jointHealth,
  nodeNameOrRefuse,
  refuseDisabled,
  refuseTaken,
  resourceOrRefuse,
} from './resource-requests.ts'
import { readChanged, readNew, toShownSettings } from './resource-settings.ts'
import { type ResourceRecord, toResourceId } from './resource-store.ts'

function connectorJson(integrations: Integrations, record: ResourceRecord) {
  const nodes = integrations.health('connectors', record)
  const { status, reason } = jointHealth(nodes)
  const getNames = (kind: 'actions' | 'sources') => integrations.users(kind, record).map(({ name }) => name)
  return {
    ...toShownSettings('connectors', record),
    type: record.type,
    name: record.name,
    actions: getNames('actions'),
    sources: getNames('sources'),
    status,
    ...(reason !== undefined && { status_reason: reason }),
    node_status: nodes.map((one) => ({
      node: one.node,
      status: one.status,
      ...(one.reason !== undefined && { status_reason: one.reason }),
    })),
  }
}

/** Formats JSON as the broker prints it into its messages. */
function formatErlangValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatErlangValue).join(',')}]`
  if (isPlainObject(value))
    return `#{${Object.entries(value)
      .map(([key, one]) => `${key} => ${formatErlangValue(one)}`)
      .join(',')}}`
  return typeof value === 'string' ? `<<${JSON.stringify(value)}>>` : String(value)
}

/**
 * Refuses to delete a connector in use: the message contains every action and source that uses it with all settings,
 * as EMQX prints them.
 */
function refuseUsed(integrations: Integrations, connector: ResourceRecord): void {
  const users = (['actions', 'sources'] as const).flatMap((kind) =>
    integrations.users(kind, connector).map((user) => {
      const id = `${kind.slice(0, -1)}:${toResourceId(user)}:connector:${toResourceId(connector)}`
      const about = { bridge_name: user.name, bridge_type: user.type, config_root: kind }
      return `{<<${JSON.stringify(id)}>>,${formatErlangValue({ ...about, ...toShownSettings(kind, user) })}}`
    }),
  )
  if (users.length === 0) return
  const sentence = 'Cannot delete connector while there are active channels defined for this connector'
  throw refusal(400, 'BAD_REQUEST', `{<<"${sentence}">>,[${users.join(',')}]}`)
}

export const connectorsApi = apiResource({
  endpoints: contract,
  uses: ['cluster', 'edition', 'integrations', 'now'],
  handlers: {
    list(_received, { integrations }) {
      const body = integrations.connectors.all().map((record) => connectorJson(integrations, record))
      return { status: 200, body }
    },

    async create({ body }, { edition, integrations, now }) {
      const { connectors } = integrations
      const made = readNew(edition, 'connectors', body, (id) => connectors.find(id))
      refuseTaken(connectors, toResourceId(made))
      await integrations.put('connectors', { ...made, createdAt: now(), lastModifiedAt: now() })
      return {
        status: 201,
        body: connectorJson(integrations, resourceOrRefuse(connectors, toResourceId(made))),
      }
    },

    async probe({ body }, { edition, integrations, now }) {
      const made = readNew(edition, 'connectors', body, (id) => integrations.connectors.find(id))
      const reason = await integrations.probeConnector({ ...made, createdAt: now(), lastModifiedAt: now() })
      if (reason !== undefined) throw refusal(400, 'TEST_FAILED', reason)
      return { status: 204, body: undefined }
    },

    get({ params: { id } }, { integrations }) {
      return { status: 200, body: connectorJson(integrations, resourceOrRefuse(integrations.connectors, id)) }
    },

    async update({ params: { id }, body }, { edition, integrations, now }) {
      const before = resourceOrRefuse(integrations.connectors, id)
      const settings = readChanged(edition, 'connectors', before, body)
      await integrations.put('connectors', { ...before, settings, lastModifiedAt: now() })
      return { status: 200, body: connectorJson(integrations, resourceOrRefuse(integrations.connectors, id)) }
    },

    async remove({ params: { id } }, { integrations }) {
      refuseUsed(integrations, resourceOrRefuse(integrations.connectors, id))
      await integrations.remove('connectors', id)
      return { status: 204, body: undefined }
    },

    async setEnabled({ params: { id, enable } }, { integrations, now }) {
      const before = resourceOrRefuse(integrations.connectors, id)
      const settings = { ...before.settings, enable: enable === 'true' }
      await integrations.put('connectors', { ...before, settings, lastModifiedAt: now() })
      return { status: 204, body: undefined }
    },

    async start({ params: { id } }, { integrations }) {
      await startOrRefuse(integrations, id)
      return { status: 204, body: undefined }
    },

    async startOnNode({ params: { id, node } }, { cluster, integrations }) {
      resourceOrRefuse(integrations.connectors, id)
      await startOrRefuse(integrations, id, nodeNameOrRefuse(cluster, node))
      return { status: 204, body: undefined }
    },
  },
})

async function startOrRefuse(integrations: Integrations, id: string, node?: string): Promise<void> {
  const record = resourceOrRefuse(integrations.connectors, id)
  refuseDisabled(integrations.connectors, record)
  const reason = await integrations.startConnector(record, node)
  if (reason !== undefined) throw refusal(400, 'BAD_REQUEST', reason)
}
