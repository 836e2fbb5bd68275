import { findKeyLeftReason, type KeyLeftReason, type KeyLimits } from './api-key-entries.ts'
import type { Compared, Kind } from './compare-sides.ts'
import { findSchemas } from './data-hub-kinds.ts'
import { findOwner } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'
import type { ComparedIdentity } from './promotion-requests.ts'

/** What others need, or what needs others. */
export const related = ['connectors', 'actions', 'sources', 'rules'] as const
const isRelated = (kind: Kind) => related.some((one) => one === kind)

const screening = ['schemas', 'validations', 'transformations'] as const

/** The kinds in which a plan of the given ones may find what these need, or what needs them. */
export function findNeededKinds(chosen: readonly Kind[]): readonly Kind[] {
  const isScreening = screening.some((kind) => chosen.includes(kind))
  return [
    ...(chosen.some(isRelated) ? related : []),
    ...(isScreening ? screening : []),
    ...(chosen.includes('builtin-rules') ? (['authorization'] as const) : []),
    ...(chosen.includes('gateways') ? (['gateways'] as const) : []),
  ]
}

/** `FROM "$bridges/mqtt:plant"`. */
const sourceInSql = /\$(?:bridges|sources)\/([^"'\s,]+)/g

/** Through which an action or a source reaches its system. It is named without the type, which is its own. */
export function findConnector(
  { kind, id }: ComparedIdentity,
  { connector }: ConfigDocument,
): string | undefined {
  if ((kind !== 'actions' && kind !== 'sources') || typeof connector !== 'string') return undefined
  return `${id.slice(0, id.indexOf(':'))}:${connector}`
}

/** The broker answers nothing of rules, and takes none, without it. */
export const rulesSource: ComparedIdentity = { kind: 'authorization', id: 'built_in_database' }

/** What has to be there first. */
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
  // A rule may also follow what an action or an older bridge does: only what some side has as a source is one.
  const isSource = (id: string) => isKnown({ kind: 'sources', id })
  return [
    ...handed.map((action) => ({ kind: 'actions' as const, id: action })),
    ...fed.filter(isSource).map((source) => ({ kind: 'sources' as const, id: source })),
  ]
}

/** Nobody can connect to a gateway before what checks its clients is there. */
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

/** Why something that was chosen is not in a plan. */
export type LeftReason =
  /** The same, or only here. */
  | 'nothing'
  /** A name that no path can carry. */
  | 'unaddressable'
  /** A payload that a broker does not give, or a server hides. */
  | 'withheld'
  /** Publishing is closed, or payloads are. */
  | 'closed'
  /** The broker has no such settings. */
  | 'no-root'
  /** The change would end a database that has users. */
  | 'filled'
  /** Neither side has the source whose rules they are. */
  | 'no-source'
  /** A backup names the file of an ACL, and does not hold its text. */
  | 'no-text'
  | KeyLeftReason

/** Why something that the other side has cannot be brought along; undefined where it can. */
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
