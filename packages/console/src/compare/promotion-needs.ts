import { findKeyLeftReason, type KeyLeftReason, type KeyLimits } from './api-key-entries.ts'
import type { Compared, Kind } from './compare-sides.ts'
import { findSchemas } from './data-hub-kinds.ts'
import { findOwner } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'
import type { ComparedIdentity } from './promotion-requests.ts'

/** The kinds whose objects need each other. */
export const related = ['connectors', 'actions', 'sources', 'rules'] as const
const isRelated = (kind: Kind) => related.some((one) => one === kind)

const screening = ['schemas', 'validations', 'transformations'] as const

/** Returns the kinds in which a plan may find objects that the chosen ones need, or that need them. */
export function findNeededKinds(chosen: readonly Kind[]): readonly Kind[] {
  const isScreening = screening.some((kind) => chosen.includes(kind))
  return [
    ...(chosen.some(isRelated) ? related : []),
    ...(isScreening ? screening : []),
    ...(chosen.includes('builtin-rules') ? (['authorization'] as const) : []),
    ...(chosen.includes('gateways') ? (['gateways'] as const) : []),
  ]
}

/** Matches a source as in `FROM "$bridges/mqtt:plant"`. */
const sourceInSql = /\$(?:bridges|sources)\/([^"'\s,]+)/g

/**
 * Returns the connector of an action or a source. It is stored without its type, which equals the type of the action.
 */
export function findConnector(
  { kind, id }: ComparedIdentity,
  { connector }: ConfigDocument,
): string | undefined {
  if ((kind !== 'actions' && kind !== 'sources') || typeof connector !== 'string') return undefined
  return `${id.slice(0, id.indexOf(':'))}:${connector}`
}

/** The source of the built-in rules: without it, the broker neither returns nor accepts rules. */
export const rulesSource: ComparedIdentity = { kind: 'authorization', id: 'built_in_database' }

/** Returns the objects that have to exist first. */
export function findNeeds(
  { kind, id }: ComparedIdentity,
  settings: ConfigDocument,
  isKnown: (one: ComparedIdentity) => boolean,
): readonly ComparedIdentity[] {
  const { sql, actions } = settings
  if (kind === 'builtin-rules') return [rulesSource]
  if (kind === 'gateways') return findGatewayNeeds(id, settings, isKnown)
  if (kind === 'validations' || kind === 'transformations')
    return findSchemas(settings).map((name) => ({ kind: 'schemas', id: name }))
  if (kind === 'connectors' || !isRelated(kind)) return []
  if (kind !== 'rules') {
    const connector = findConnector({ kind, id }, settings)
    return connector === undefined ? [] : [{ kind: 'connectors', id: connector }]
  }
  const handed = Array.isArray(actions) ? actions.filter((one) => typeof one === 'string') : []
  const fed = typeof sql === 'string' ? [...sql.matchAll(sourceInSql)].map(([, source = '']) => source) : []
  // A rule may also consume events of an action or an older bridge, so only IDs known as a source on some side count.
  const isSource = (id: string) => isKnown({ kind: 'sources', id })
  return [
    ...handed.map((action) => ({ kind: 'actions' as const, id: action })),
    ...fed.filter(isSource).map((source) => ({ kind: 'sources' as const, id: source })),
  ]
}

/** A gateway depends on its authenticator, so that no client can connect before the authenticator exists. */
function findGatewayNeeds(
  id: string,
  { enable }: ConfigDocument,
  isKnown: (one: ComparedIdentity) => boolean,
): readonly ComparedIdentity[] {
  const { gateway, access } = findOwner(id)
  if (id === gateway && enable === false) return []
  const all = [gateway, access].map((one): ComparedIdentity => ({ kind: 'gateways', id: one }))
  return all.filter((one) => one.id !== id && (one.id === gateway || isKnown(one))).toReversed()
}

/** The reason why a chosen object is not in a plan. */
export type LeftReason =
  /** The object is equal, or exists only here. */
  | 'nothing'
  /** No path can contain the name. */
  | 'unaddressable'
  /** The broker does not return the payload, or a server hides it. */
  | 'withheld'
  /** Publishing or payloads are disabled. */
  | 'closed'
  /** The broker has no such settings. */
  | 'no-root'
  /** The change would delete a database that has users. */
  | 'filled'
  /** Neither side has the authorization source of the rules. */
  | 'no-source'
  /** A backup names the file of an ACL, but does not contain its text. */
  | 'no-text'
  | KeyLeftReason

/** Returns the reason why an object of the other side cannot be promoted; undefined if it can. */
export function findLeftReason(
  { kind, id }: ComparedIdentity,
  { withheld, held, there = {} }: Compared,
  given: { readonly isPart: boolean; readonly hasSource: boolean; readonly keys: KeyLimits },
): LeftReason | undefined {
  const { isPart, hasSource, keys } = given
  if (withheld.length > 0) return 'withheld'
  if (kind === 'api-keys') return findKeyLeftReason(id, there, { ...keys, isNew: held === undefined })
  if (kind === 'settings' && held === undefined) return 'no-root'
  if (kind === 'builtin-rules' && !hasSource) return 'no-source'
  const isFile = kind === 'authorization' && id === 'file'
  return isFile && isPart && held === undefined ? 'no-text' : undefined
}
