import { isPlainObject } from '#kit/form/form-value.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'

interface GatewayPart {
  readonly kind: Kind
  readonly id: string
}

/**
 * Splits `stomp`, `stomp:authentication` or `stomp:tcp:default`: the ID of a gateway, its authenticator or a
 * listener.
 */
function splitPart(id: string): { readonly gateway: string; readonly type: string; readonly name: string } {
  const [gateway = '', type = '', ...rest] = id.split(':')
  return { gateway, type, name: rest.join(':') }
}

export const isGatewayAccess = ({ kind, id }: GatewayPart): boolean =>
  kind === 'gateways' && splitPart(id).type === 'authentication' && splitPart(id).name === ''

export const isGatewayListener = ({ kind, id }: GatewayPart): boolean =>
  kind === 'gateways' && splitPart(id).name !== ''

export const isPartOfGateway = ({ kind, id }: GatewayPart, gateway: string): boolean =>
  kind === 'gateways' && id.startsWith(`${gateway}:`)

/** Returns true if the change enables a disabled gateway, which opens its listeners. */
export const opensGateway = (
  { kind, id }: GatewayPart,
  from: ConfigDocument | undefined,
  to: ConfigDocument | undefined,
): boolean =>
  kind === 'gateways' && !id.includes(':') && from?.['enable'] === false && to?.['enable'] !== false

/** Returns true if the change opens a listener, or the listeners of a gateway. */
export const opensDoor = (
  part: GatewayPart,
  from: ConfigDocument | undefined,
  to: ConfigDocument | undefined,
): boolean => {
  if (opensGateway(part, from, to)) return true
  const isListener = part.kind === 'listeners' || isGatewayListener(part)
  return isListener && to !== undefined && to['enable'] !== false && from?.['enable'] === false
}

/** The setting that determines the identity of a gateway's clients. */
export const overrideKey = 'clientinfo_override'

/**
 * Returns the settings to send for a gateway. EMQX merges them into the stored settings, where every other field has
 * a default: an override that is not sent would stay, so it is sent empty.
 */
export function withoutOverride<Settings extends ConfigDocument | undefined>(
  { kind, id }: GatewayPart,
  settings: Settings,
  hasOverride: boolean,
): Settings | ConfigDocument {
  const isGateway = kind === 'gateways' && !id.includes(':')
  if (!isGateway || settings === undefined || settings[overrideKey] !== undefined) return settings
  return hasOverride ? { ...settings, [overrideKey]: {} } : settings
}

/** Returns the path of an override that should have been removed and is still set. */
export function findKeptOverride(
  { kind }: GatewayPart,
  now: ConfigDocument | undefined,
  wanted: ConfigDocument,
): readonly string[] {
  const sent = kind === 'gateways' ? wanted[overrideKey] : undefined
  const isTaken = isPlainObject(sent) && Object.keys(sent).length === 0
  return isTaken && now?.[overrideKey] !== undefined ? [overrideKey] : []
}

/**
 * Ranks the parts of a gateway: the gateway is created first, then its authenticator, then its listeners. A disabled
 * gateway with listeners is enabled last. (A gateway without listeners opens nothing.)
 */
export function rankPart({ id, before, after }: Ranked): number {
  if (opensGateway({ kind: 'gateways', id }, before, after)) return 3
  return Number(id.includes(':')) + Number(splitPart(id).name !== '')
}

interface Ranked {
  readonly id: string
  readonly before: ConfigDocument | undefined
  readonly after: ConfigDocument
}

/** Returns the gateway of a part, and the ID of the gateway's authenticator. */
export function findOwner(id: string): { readonly gateway: string; readonly access: string } {
  const { gateway } = splitPart(id)
  return { gateway, access: `${gateway}:authentication` }
}

const findChecker = (id: string, settings: ConfigDocument | undefined): ConfigDocument => {
  const found = isGatewayAccess({ kind: 'gateways', id }) ? settings : settings?.['authentication']
  return isPlainObject(found) ? found : {}
}

/**
 * Returns true if a change of the part deletes a built-in database with its users, because another authenticator or
 * none replaces it.
 */
export function dropsGatewayUsers(
  { kind, id }: GatewayPart,
  from: ConfigDocument | undefined,
  to: ConfigDocument | undefined,
): boolean {
  if (kind !== 'gateways' || !id.includes(':')) return false
  const [now, later] = [findChecker(id, from), findChecker(id, to)]
  const isOther = now['backend'] !== later['backend'] || now['mechanism'] !== later['mechanism']
  return now['backend'] === 'built_in_database' && isOther
}

/**
 * Returns the request that removes the authenticator of a listener. A listener keeps its authenticator if an update
 * contains none.
 */
export function findAccessRemoval(
  id: string,
  before: ConfigDocument | undefined,
  after: ConfigDocument,
): PartRequest | undefined {
  const isLost = before?.['authentication'] !== undefined && after['authentication'] === undefined
  if (!isGatewayListener({ kind: 'gateways', id }) || !isLost) return undefined
  return { method: 'DELETE', path: `${findGatewayRequest(id, 'change').path}/authentication` }
}

interface PartRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
}

/** Returns the request for a part. The API cannot unload a gateway, so deleting a gateway disables it. */
export function findGatewayRequest(id: string, deed: 'create' | 'change' | 'enable' | 'delete'): PartRequest {
  const { gateway, name } = splitPart(id)
  const above = `/gateways/${encodeURIComponent(gateway)}`
  if (!id.includes(':')) return { method: 'PUT', path: deed === 'delete' ? `${above}/enable/false` : above }
  const [all, one] =
    name === ''
      ? [`${above}/authentication`, `${above}/authentication`]
      : [`${above}/listeners`, `${above}/listeners/${encodeURIComponent(id)}`]
  if (deed === 'create') return { method: 'POST', path: all }
  return { method: deed === 'delete' ? 'DELETE' : 'PUT', path: one }
}

/** Adds the fields that the broker requires beside the settings of a listener. */
export function findGatewayBody(id: string, settings: ConfigDocument): ConfigDocument {
  const { type, name } = splitPart(id)
  return name === '' ? settings : { ...settings, type, name }
}

/** Returns a part in the form of a configuration. */
export function placeGatewayPart(id: string, settings: ConfigDocument): ConfigDocument {
  const { gateway, type, name } = splitPart(id)
  const part = name === '' ? { authentication: settings } : { listeners: { [type]: { [name]: settings } } }
  return { gateway: { [gateway]: id.includes(':') ? part : settings } }
}

type GatewayPartSettings = Pick<Comparable, 'id' | 'settings'>

/**
 * Returns the parts of a gateway, in the order in which they can be deleted. A disabled gateway with neither
 * listeners nor authentication is left out: it acts like a gateway that was never loaded, and the API cannot unload
 * it.
 */
export function listGatewayParts(gateway: string, whole: ConfigDocument): readonly GatewayPartSettings[] {
  const { listeners, authentication, name: _, status: _status, ...rest } = whole
  const { created_at: _created, started_at: _started, stopped_at: _stopped, ...settings } = rest
  const doors = listListeners(gateway, listeners)
  const access = isPlainObject(authentication)
    ? [{ id: `${gateway}:authentication`, settings: authentication }]
    : []
  if (settings['enable'] === false && doors.length + access.length === 0) return []
  return [...doors, ...access, { id: gateway, settings }]
}

/** The API returns a list, while a configuration has the listeners by type and name. */
function listListeners(gateway: string, listeners: unknown): readonly GatewayPartSettings[] {
  const entries: readonly ConfigDocument[] = Array.isArray(listeners)
    ? listeners.filter(isPlainObject)
    : Object.entries(isPlainObject(listeners) ? listeners : {}).flatMap(([type, named]) =>
        Object.entries(isPlainObject(named) ? named : {}).flatMap(([name, one]) =>
          isPlainObject(one) ? [{ ...one, type, name }] : [],
        ),
      )
  return entries.map((entry) => {
    const { id: _, type, name, running: _running, bind, ...settings } = entry
    return {
      id: `${gateway}:${String(type)}:${String(name)}`,
      settings: bind === undefined ? settings : { ...settings, bind: formatBind(bind) },
    }
  })
}

/**
 * Normalizes an address: it is a number in a configuration, and has a leading colon in the response for one listener.
 */
const formatBind = (bind: unknown) => String(bind).replace(/^:/, '')

/**
 * Returns the parts in `gateway { stomp { … } }` of a configuration; undefined if the configuration does not contain
 * it.
 */
export function findGatewayParts({ gateway }: ConfigDocument): readonly GatewayPartSettings[] | undefined {
  if (!isPlainObject(gateway)) return undefined
  return Object.entries(gateway).flatMap(([name, whole]) =>
    isPlainObject(whole) ? listGatewayParts(name, whole) : [],
  )
}
