import { union } from '@brokerdeck/contract/description/schema.ts'
import {
  communityGateways,
  type GatewayKind,
  gatewayKinds,
  gatewaySettings,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import {
  type GatewaySummary,
  gatewayStatuses,
  gateways,
} from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { GatewayRecord, Gateways } from '../../gateways/gateways.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatTime } from '../../http/timestamp.ts'
import {
  checkListener,
  collectListeners,
  gatewayListeners,
  keepListener,
  openOrRefuse,
  toShownListener,
} from './gateway-listener-handlers.ts'
import { gatewaysAsConfig } from './gateways-as-config.ts'
import { countConnections, mostConnections, refuseToStart } from './loaded-gateway.ts'

type GatewaysApiDeps = Pieces<'certificates' | 'cluster' | 'edition' | 'gateways'>

const settingsSchema = v.looseObject({ enable: v.boolean() })

/** Returns the gateway's kind; throws if this edition does not offer it. */
function findOffered({ edition }: Pick<GatewaysApiDeps, 'edition'>, name: GatewayKind): GatewayKind {
  if (edition === 'enterprise' || communityGateways.includes(name)) return name
  throw refusal(
    400,
    'BAD_REQUEST',
    JSON.stringify({
      value: name,
      reason: 'unable_to_convert_to_enum_symbol',
      path: 'name',
      kind: 'validation_error',
    }),
  )
}

function getStatus(gateways: Gateways, name: GatewayKind) {
  const record = gateways.find(name)
  if (record === undefined) return { name, status: 'unloaded' as const }
  const isRunning = gateways.running(name) !== undefined
  return {
    name,
    status: isRunning ? ('running' as const) : ('stopped' as const),
    created_at: formatTime(record.createdAt),
    [isRunning ? 'started_at' : 'stopped_at']: formatTime(record.changedAt),
  }
}

function toSummary({ gateways, cluster }: GatewaysApiDeps, name: GatewayKind): GatewaySummary {
  const record = gateways.find(name)
  const known = getStatus(gateways, name)
  if (record === undefined) return known
  const listeners = collectListeners({ gateways, cluster }, name, record)
  return {
    ...known,
    current_connections: countConnections(gateways, name),
    max_connections: mostConnections(record, cluster),
    listeners: listeners.map(({ id, name: one, type, status }) => ({
      id,
      type,
      name: one,
      running: status.running === true,
    })),
    node_status: cluster.nodes
      .filter((node) => node.isRunning)
      .map((node) => ({
        node: node.name,
        status: known.status,
        current_connections: countConnections(gateways, name, node.name),
        max_connections: mostConnections(record, undefined),
      })),
  }
}

/**
 * Validates against the schemas of all kinds, as EMQX does, then against that of the gateway. Fields that are not
 * sent keep their stored value: EMQX merges the fields of a gateway, each as a whole.
 */
function checkSettings(name: GatewayKind, body: PlainObject, stored: PlainObject): GatewayRecord['settings'] {
  const one = gatewaySettings[name]
  configOrRefuse(union(...Object.values(gatewaySettings)), body)
  configOrRefuse(one, body)
  return v.parse(settingsSchema, configOrRefuse(one, { ...stored, ...body }))
}

export const gatewaysApi = apiResource({
  endpoints: gateways,
  uses: ['certificates', 'cluster', 'config', 'edition', 'gateways'],
  state({ certificates, config, edition, gateways }) {
    config.adopt('gateway', gatewaysAsConfig({ gateways, certificates, edition }))
    return {}
  },
  handlers: {
    ...gatewayListeners,

    list({ query: { status } }, call) {
      if (status !== undefined && !gatewayStatuses.some((one) => one === status)) {
        const words = gatewayStatuses.join(', ')
        throw refusal(
          400,
          'BAD_REQUEST',
          `Unknown gateway status in query: ${status}\nValues allowed: ${words}`,
        )
      }
      const names = call.edition === 'enterprise' ? gatewayKinds : communityGateways
      const all = names.map((name) => toSummary(call, name))
      return { status: 200, body: all.filter((one) => status === undefined || one.status === status) }
    },

    get({ params: { name } }, call) {
      findOffered(call, name)
      const { gateways } = call
      const record = gateways.find(name)
      const known = getStatus(gateways, name)
      if (record === undefined) return { status: 200, body: known }
      const listeners = record.listeners.map((one) => ({
        ...toShownListener(gateways, name, one),
        bind: one.bind,
      }))
      const { authentication: authn, settings } = record
      const { authentication } = gateways
      const own =
        authn === undefined ? {} : { authentication: authentication.toShown(authentication.check(authn)) }
      return { status: 200, body: { ...known, ...settings, ...own, listeners } }
    },

    async update({ params: { name }, body }, call) {
      findOffered(call, name)
      const { gateways, certificates } = call
      const record = gateways.find(name)
      const { name: _name, listeners: given = [], ...own }: PlainObject = body
      const settings = checkSettings(name, own, record?.settings ?? {})
      refuseToStart(gateways, name, settings)
      const listeners = record?.listeners ?? []
      if (record === undefined) {
        for (const one of Array.isArray(given) ? given : []) {
          listeners.push(await keepListener(certificates, name, checkListener(gateways, name, one)))
        }
      }
      await openOrRefuse(gateways.put(name, settings, listeners))
      return { status: 204, body: undefined }
    },

    async enable({ params: { name, enable } }, call) {
      findOffered(call, name)
      const { gateways } = call
      const record = gateways.find(name)
      if (record === undefined) throw refusal(404, 'RESOURCE_NOT_FOUND', 'NOT FOUND')
      const settings = { ...record.settings, enable }
      refuseToStart(gateways, name, settings)
      await openOrRefuse(gateways.put(name, settings, record.listeners))
      return { status: 204, body: undefined }
    },
  },
})
