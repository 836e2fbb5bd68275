import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import {
  gatewayDoors,
  gatewayListener,
} from '@brokerdeck/contract/extensions/gateways/gateway-listener-settings.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { gateways as contract } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import * as v from 'valibot'
import type { Certificates } from '../../certificates/certificates.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import { type GatewayRecord, type Gateways, ListenerNotOpened } from '../../gateways/gateways.ts'
import { type GatewayListenerDocument, gatewayListenerDocument } from '../../gateways/to-gateway-listener.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { CallerContext } from '../../http/caller.ts'
import { listenerDocumentSchema } from '../../settings/listeners/listener-document.ts'
import { keepListenerPems } from '../../settings/listeners/listener-tls.ts'
import { gatewayOrRefuse, listenerOrRefuse, mostConnections, toId } from './loaded-gateway.ts'

type GatewayListenerDeps = Pieces<'certificates' | 'cluster' | 'edition' | 'gateways'>
type ListenerHandlers = Pick<
  Handlers<typeof contract, CallerContext & GatewayListenerDeps>,
  'listeners' | 'addListener' | 'listener' | 'updateListener' | 'removeListener'
>

const pemSchema = v.looseObject({
  type: v.string(),
  ssl_options: listenerDocumentSchema.entries.ssl_options,
})

/** Returns the listener with PEM texts of certificates stored as files. */
export async function keepListener(
  certificates: Certificates,
  gateway: GatewayKind,
  checked: unknown,
): Promise<GatewayListenerDocument> {
  const { id: _id, running: _running, ...own } = isPlainObject(checked) ? checked : {}
  const document = v.parse(gatewayListenerDocument, own)
  try {
    const kept = await keepListenerPems(certificates, toId(gateway, document), v.parse(pemSchema, document))
    return { ...document, ...kept, type: document.type }
  } catch (error) {
    const said = error instanceof ApiRefusal && isPlainObject(error.body) ? error.body['message'] : undefined
    const reason = typeof said === 'string' ? /^\{bad_ssl_config,(.*)\}$/s.exec(said)?.[1] : undefined
    throw reason === undefined ? error : refusal(400, 'BAD_REQUEST', `Bad TLS configuration: ${reason}`)
  }
}

/** Responses show `61613` as `:61613`. */
const toBind = (bind: string | number) => (String(bind).includes(':') ? String(bind) : `:${bind}`)

/** Returns the listener with its secrets masked. */
export function toShownListener(
  { authentication }: Gateways,
  gateway: GatewayKind,
  { authentication: authn, ...document }: GatewayListenerDocument,
) {
  const masked = maskSecrets(gatewayListener, document)
  const { ...all } = isPlainObject(masked) ? masked : {}
  const { name, type } = document
  const own =
    authn === undefined ? {} : { authentication: authentication.toShown(authentication.check(authn)) }
  return { ...all, ...own, id: toId(gateway, document), name, type, bind: toBind(document.bind) }
}

/** Returns the listeners, each with its status on each node. */
export function collectListeners(
  { gateways, cluster }: Pick<GatewayListenerDeps, 'gateways' | 'cluster'>,
  gateway: GatewayKind,
  { listeners }: GatewayRecord,
) {
  const opened = gateways.running(gateway)?.listeners() ?? []
  return listeners.map((document) => {
    const id = toId(gateway, document)
    const limit = document.max_connections
    const nodes = cluster.nodes
      .filter((node) => node.isRunning)
      .map((node) => {
        const here = opened.find((one) => one.id === id && one.node === node.name)
        const status = {
          running: here?.isRunning ?? false,
          current_connections: here?.currentConnections ?? 0,
          max_connections: limit,
        }
        return { node: node.name, status }
      })
    const [first] = nodes
    const isSame = nodes.every(({ status }) => status.running === first?.status.running)
    const running = isSame ? (first?.status.running ?? false) : ('inconsistent' as const)
    const status = {
      running,
      current_connections: nodes.reduce((sum, one) => sum + one.status.current_connections, 0),
      max_connections: mostConnections({ listeners: [document] }, cluster),
    }
    return { ...toShownListener(gateways, gateway, document), status, node_status: nodes }
  })
}

/**
 * Validates a listener of this gateway and fills in its defaults; the listener keeps its authenticator if the request
 * contains none.
 */
export function checkListener(
  { authentication }: Gateways,
  gateway: GatewayKind,
  body: unknown,
  before?: GatewayListenerDocument,
) {
  const { authentication: given, ...own } = isPlainObject(body) ? body : {}
  const document = configOrRefuse(gatewayListener, keepSecrets(gatewayListener, own, before))
  const { type, name, bind } = isPlainObject(document) ? document : {}
  const types: readonly unknown[] = gatewayDoors[gateway].types
  if (!types.includes(type))
    throw refusal(400, 'BAD_REQUEST', `${gateway} has no listeners of type ${String(type)}`)
  if (bind === undefined) throw refusal(400, 'BAD_REQUEST', 'bind is required')
  if (typeof name !== 'string' || !/^[A-Za-z0-9]+[A-Za-z0-9-_]*$/.test(name))
    throw refusal(400, 'BAD_REQUEST', 'The name of a listener is made of letters, digits, - and _')
  const authn =
    given === undefined ? before?.authentication : authentication.toKept(given, before?.authentication)
  if (authn !== undefined) authentication.check(authn)
  return {
    ...(isPlainObject(document) ? document : {}),
    ...(authn === undefined ? {} : { authentication: authn }),
  }
}

/** Returns EMQX's response to a write: the written body with its id. */
function echoBody(gateway: GatewayKind, document: GatewayListenerDocument, body: object) {
  const { name, type } = document
  const masked = maskSecrets(gatewayListener, body)
  return { ...(isPlainObject(masked) ? masked : {}), id: toId(gateway, document), name, type }
}

/** If the socket cannot be opened, throws EMQX's refusal with the part of the term that gives the reason. */
export async function openOrRefuse(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ListenerNotOpened)) throw error
    const { bind, cause } = error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code).toLowerCase() : 'einval'
    const reason = `{shutdown,{failed_to_start_child,listener,${code}}}`
    throw refusal(400, 'BAD_REQUEST', `Bad config value '${bind}' for 'listeners', reason: ${reason}`)
  }
}

export const gatewayListeners: ListenerHandlers = {
  listeners({ params: { name } }, call) {
    return { status: 200, body: collectListeners(call, name, gatewayOrRefuse(call.gateways, name)) }
  },

  async addListener({ params: { name }, body }, { gateways, certificates }) {
    const record = gatewayOrRefuse(gateways, name)
    const document = await keepListener(certificates, name, checkListener(gateways, name, body))
    if (record.listeners.some((one) => toId(name, one) === toId(name, document)))
      throw refusal(400, 'BAD_REQUEST', 'Listener name has occupied')
    await openOrRefuse(gateways.putListener(name, document))
    return { status: 201, body: echoBody(name, document, body) }
  },

  listener({ params: { name, id } }, { gateways }) {
    const document = listenerOrRefuse(gateways, name, id)
    const running = gateways.running(name)?.listeners() ?? []
    const isRunning = running.some((one) => one.id === id && one.isRunning)
    return { status: 200, body: { ...toShownListener(gateways, name, document), running: isRunning } }
  },

  async updateListener({ params: { name, id }, body }, { gateways, certificates }) {
    const before = gatewayOrRefuse(gateways, name).listeners.find((one) => toId(name, one) === id)
    if (before === undefined) throw refusal(400, 'BAD_REQUEST', `Listener ${id} not found`)
    const whole = checkListener(gateways, name, { ...body, type: before.type, name: before.name }, before)
    const document = await keepListener(certificates, name, whole)
    await openOrRefuse(gateways.putListener(name, document))
    return { status: 200, body: echoBody(name, document, body) }
  },

  async removeListener({ params: { name, id } }, { gateways }) {
    const { type, name: listener } = listenerOrRefuse(gateways, name, id)
    await gateways.removeListener(name, type, listener)
    return { status: 204, body: undefined }
  },
}
