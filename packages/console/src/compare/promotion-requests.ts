import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { autoSubscribe } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { topicRewrite } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { delayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { publish } from '@brokerdeck/contract/traffic/publish.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import * as v from 'valibot'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import { findOrderId } from './comparable.ts'
import type { DataHubKind, Kind } from './compare-sides.ts'
import { dataHubPlaces, isDataHub } from './data-hub-kinds.ts'
import { entryApis, isEntry } from './entry-kinds.ts'
import { findGatewayBody, findGatewayRequest } from './gateway-parts.ts'
import { listFields } from './kind-in-file.ts'
import type { ConfigDocument } from './masked-config.ts'
import { pathOfRoot } from './settings-roots.ts'

export interface ComparedIdentity {
  readonly kind: Kind
  readonly id: string
}

export interface Deed extends ComparedIdentity {
  /** `enable` enables an authorization source that was created disabled, and changes nothing else. */
  readonly deed: 'create' | 'change' | 'enable' | 'delete'
}

/** Returns true for the order of a chain, such as the authenticators. */
export const isOrder = ({ kind, id }: ComparedIdentity): boolean => id === findOrderId(kind)

/** Returns true for the settings that apply beside the chain of authorization sources. */
export const isBesideChain = ({ kind, id }: ComparedIdentity): boolean =>
  kind === 'authorization' && id === 'settings'

interface RequestLine {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
}

/** Returns the path of a kind whose objects the API creates and updates one by one. */
function root(kind: Kind): string {
  if (kind === 'authenticators') return '/authentication'
  if (kind === 'hooks') return '/exhooks'
  return kind === 'authorization' ? '/authorization/sources' : `/${kind}`
}

function buildItemPath({ kind, id }: ComparedIdentity): string {
  if (isEntry(kind)) return entryApis[kind].path(id)
  const { root: above, item } = isDataHub(kind) ? dataHubPlaces[kind] : { root: root(kind), item: '' }
  return `${above}${item}/${encodeURIComponent(id)}`
}

/** Returns the method of the write request and its path below `/api/v5`. */
export function findWriteRequest(one: Deed): RequestLine {
  const { kind, id, deed } = one
  if (kind === 'gateways') return findGatewayRequest(id, deed)
  if (deed === 'delete') return { method: 'DELETE', path: buildItemPath(one) }
  if (isEntry(kind)) return entryApis[kind].findWrite(id, deed === 'create')
  if (kind === 'retained') return { method: 'POST', path: publish.publish.path }
  if (kind === 'settings') return { method: 'PUT', path: pathOfRoot(id) }
  if (isBesideChain(one)) return { method: 'PUT', path: authorization.saveSettings.path }
  if (isDataHub(kind)) return findDataHubRequest(kind, one)
  if (kind === 'hooks' && isOrder(one)) return { method: 'POST', path: '/exhooks/:name/move' }
  if (deed !== 'create' || isOrder(one)) return { method: 'PUT', path: buildItemPath(one) }
  return { method: 'POST', path: kind === 'listeners' ? buildItemPath(one) : root(kind) }
}

function findDataHubRequest(kind: DataHubKind, one: Deed): RequestLine {
  const { root: path, isNamedInBody } = dataHubPlaces[kind]
  if (isOrder(one)) return { method: 'POST', path: `${path}/reorder` }
  if (one.deed === 'create') return { method: 'POST', path }
  return { method: 'PUT', path: isNamedInBody ? path : buildItemPath(one) }
}

/** Returns the request that undoes a step. */
export function findUndoRequest(one: Deed): RequestLine {
  if (one.deed === 'delete') return findWriteRequest({ ...one, deed: 'create' })
  if (one.deed !== 'create') return findWriteRequest(one)
  if (one.kind === 'gateways') return findGatewayRequest(one.id, 'delete')
  if (one.kind !== 'retained') return { method: 'DELETE', path: buildItemPath(one) }
  return { method: 'DELETE', path: `/mqtt/retainer/message/${encodeURIComponent(one.id)}` }
}

/** Returns the fields that name a new object, which are no part of its settings. */
export function toNameFields({ kind, id }: ComparedIdentity): Readonly<Record<string, string>> {
  if (kind === 'rules') return { id }
  if (isDataHub(kind) || kind === 'hooks') return { name: id }
  const at = id.indexOf(':')
  return { type: id.slice(0, at), name: id.slice(at + 1) }
}

/** Returns the settings together with the other fields that the broker requires. */
export function bodySent(one: Deed, settings: ConfigDocument): ConfigDocument | readonly unknown[] {
  const { kind, id, deed } = one
  if (isEntry(kind)) return entryApis[kind].formatBody(id, settings)
  if (isDataHub(kind)) {
    if (isOrder(one)) return { order: parseOrderIds(settings['order']) }
    return deed === 'create' || dataHubPlaces[kind].isNamedInBody ? { ...settings, name: id } : settings
  }
  if (kind === 'gateways') return findGatewayBody(id, settings)
  if (kind === 'hooks') return isOrder(one) ? settings : { ...settings, name: id }
  if (isOrder(one)) {
    const key = kind === 'authenticators' ? 'id' : 'type'
    return parseOrderIds(settings['order']).map((each) => ({ [key]: each }))
  }
  const list = kind === 'settings' ? listFields.get(id) : undefined
  if (list !== undefined) return findList(settings, list)
  if (kind === 'listeners') return { ...settings, id, type: toNameFields(one)['type'] }
  if (kind === 'retained') return { topic: id, payload_encoding: 'base64', retain: true, ...settings }
  const isNamed = ['rules', 'connectors', 'actions', 'sources'].includes(kind)
  return deed === 'create' && isNamed ? { ...settings, ...toNameFields(one) } : settings
}

/** Settings without a list are returned unchanged and rejected as a body: an empty list would delete everything. */
const findList = (settings: ConfigDocument, field: string): ConfigDocument | readonly unknown[] => {
  const list = settings[field]
  return Array.isArray(list) ? list : settings
}

export const parseOrderIds = (order: unknown): readonly string[] =>
  Array.isArray(order) ? order.filter((id) => typeof id === 'string') : []

/** Sorts the present IDs by the wanted order; IDs that the order does not name follow. */
export function sortByOrder(present: readonly string[], wanted: unknown): readonly string[] {
  const first = parseOrderIds(wanted).filter((id) => present.includes(id))
  return [...first, ...present.filter((id) => !first.includes(id))]
}

/**
 * Sends the request of a step; throws before that if the settings are no valid body, since a file may contain
 * anything.
 */
export async function sendIt(ask: AskCluster, one: Deed, settings: ConfigDocument): Promise<unknown> {
  const { kind, id, deed } = one
  if (deed === 'delete') return await removeIt(ask, one)
  const isNew = deed === 'create'
  if (isEntry(kind)) return await entryApis[kind].send(ask, id, settings, isNew)
  const params = { id }
  const body = bodySent(one, settings)
  switch (kind) {
    case 'rules':
      if (!isNew) return await ask(rules.update, { params, body: v.parse(rules.update.body.document, body) })
      return await ask(rules.create, { body: { ...v.parse(rules.create.body.document, body), id } })
    case 'connectors':
    case 'actions':
    case 'sources': {
      const { create, update } = { connectors, actions, sources }[kind]
      if (!isNew) return await ask(update, { params, body: { ...settings } })
      const { type = '', name = '' } = toNameFields(one)
      return await ask(create, { body: { ...settings, type, name } })
    }
    case 'schemas':
    case 'registries':
    case 'validations':
    case 'transformations':
      return await sendDataHub(ask, kind, one, settings)
    case 'hooks': {
      const { orderHooks, saveHook } = await import('./hook-requests.ts')
      if (isOrder(one)) return await orderHooks(ask, settings['order'], sortByOrder)
      return await saveHook(ask, id, body, isNew)
    }
    case 'gateways':
      return await (await import('./gateway-requests.ts')).saveGatewayPart(
        ask,
        id,
        findGatewayBody(id, settings),
        isNew,
      )
    case 'authenticators': {
      const { create, update } = authentication
      if (isOrder(one)) return await orderAuthenticators(ask, settings)
      if (isNew) return await ask(create, { body: parseBody(create.body, body) })
      return await ask(update, { params, body: parseBody(update.body, body) })
    }
    case 'authorization':
      return await sendAccess(ask, one, settings)
    case 'listeners': {
      const { create, update } = listeners
      if (isNew) return await ask(create, { params, body: parseBody(create.body, body) })
      return await ask(update, { params, body: parseBody(update.body, body) })
    }
    case 'settings':
      return await saveRoot(ask, id, body)
    case 'retained':
      return await ask(publish.publish, { body: parseBody(publish.publish.body, body) })
  }
}

/** Saves a root. The broker accepts the roots of the zone only together, so the other roots are sent unchanged. */
async function saveRoot(ask: AskCluster, root: string, settings: unknown): Promise<unknown> {
  const { putAlarm, putBroker, putDashboard, putLog, putSysTopics, putSysmon, putGlobalZone } = configs
  switch (root) {
    case 'alarm':
      return await ask(putAlarm, { body: parseBody(putAlarm.body, settings) })
    case 'auto_subscribe':
      return await ask(autoSubscribe.put, { body: parseBody(autoSubscribe.put.body, settings) })
    case 'broker':
      return await ask(putBroker, { body: parseBody(putBroker.body, settings) })
    case 'dashboard':
      return await ask(putDashboard, { body: parseBody(putDashboard.body, settings) })
    case 'delayed':
      return await ask(delayed.putSettings, { body: parseBody(delayed.putSettings.body, settings) })
    case 'log':
      return await ask(putLog, { body: parseBody(putLog.body, settings) })
    case 'retainer':
      return await ask(retainer.putSettings, { body: parseBody(retainer.putSettings.body, settings) })
    case 'rewrite':
      return await ask(topicRewrite.put, { body: parseBody(topicRewrite.put.body, settings) })
    case 'sys_topics':
      return await ask(putSysTopics, { body: parseBody(putSysTopics.body, settings) })
    case 'sysmon':
      return await ask(putSysmon, { body: parseBody(putSysmon.body, settings) })
    default: {
      const zone = await ask(configs.getGlobalZone, {})
      return await ask(putGlobalZone, {
        body: parseBody(putGlobalZone.body, { ...zone, [root]: settings }),
      })
    }
  }
}

async function sendDataHub(
  ask: AskCluster,
  kind: DataHubKind,
  one: Deed,
  settings: ConfigDocument,
): Promise<unknown> {
  const { dataHubApis } = await import('./data-hub-requests.ts')
  const { list, create, update, reorder } = dataHubApis[kind]
  if (isOrder(one)) {
    const present = (await list(ask)).map(({ name }) => name)
    return await reorder?.(ask, [...sortByOrder(present, settings['order'])])
  }
  const body = bodySent(one, settings)
  return one.deed === 'create' ? await create(ask, body) : await update(ask, one.id, body)
}

async function orderAuthenticators(ask: AskCluster, { order }: ConfigDocument): Promise<unknown> {
  const present = (await ask(authentication.list, {})).map(({ id }) => id)
  return await ask(authentication.order, { body: sortByOrder(present, order).map((id) => ({ id })) })
}

async function sendAccess(ask: AskCluster, one: Deed, settings: ConfigDocument): Promise<unknown> {
  const { createSource, saveSource, saveSettings, orderSources, source } = authorization
  if (isBesideChain(one)) return await ask(saveSettings, { body: parseBody(saveSettings.body, settings) })
  if (isOrder(one)) {
    const present = (await ask(authorization.sources, {})).sources.map(({ type }) => type)
    const types = sortByOrder(present, settings['order']).map((type) => ({ type }))
    return await ask(orderSources, { body: parseBody(orderSources.body, types) })
  }
  if (one.deed === 'create') return await ask(createSource, { body: parseBody(createSource.body, settings) })
  const params = sourceParams(one.id)
  // The masks in the source keep the secrets with which it was created.
  const whole =
    one.deed === 'enable' ? { ...(await ask(source, { params })), enable: settings['enable'] } : settings
  return await ask(saveSource, { params, body: parseBody(saveSource.body, whole) })
}

const sourceParams = (type: string) => parseBody(authorization.source.params, { type })

/** Deletes an object that was created. */
export async function removeIt(ask: AskCluster, { kind, id }: ComparedIdentity): Promise<unknown> {
  const params = { id }
  if (isEntry(kind)) return await entryApis[kind].remove(ask, id)
  switch (kind) {
    case 'rules':
      return await ask(rules.remove, { params })
    case 'connectors':
      return await ask(connectors.remove, { params })
    case 'actions':
      return await ask(actions.remove, { params, query: {} })
    case 'sources':
      return await ask(sources.remove, { params, query: {} })
    case 'schemas':
    case 'registries':
    case 'validations':
    case 'transformations':
      return await (await import('./data-hub-requests.ts')).dataHubApis[kind].remove(ask, id)
    case 'hooks':
      return await (await import('./hook-requests.ts')).removeHook(ask, id)
    case 'gateways':
      return await (await import('./gateway-requests.ts')).removeGatewayPart(ask, id)
    case 'authenticators':
      return await ask(authentication.remove, { params })
    case 'authorization':
      return await ask(authorization.removeSource, { params: sourceParams(id) })
    case 'listeners':
      return await ask(listeners.remove, { params })
    case 'retained':
      return await ask(retainer.deleteMessage, { params: { topic: id } })
    case 'settings':
      throw new Error('settings are never made')
  }
}
