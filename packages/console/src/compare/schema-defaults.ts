import { schemas } from '@brokerdeck/contract/settings/schemas.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { listComponentNames } from '#kit/form/from-server-schema.ts'
import {
  parseSchemaDocument,
  readNode,
  resolveNode,
  type SchemaDocument,
  type SchemaNode,
  schemaAt,
} from '#kit/form/server-schema/schema-node.ts'
import type { AskCluster } from './ask.ts'
import type { Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'
import { toNameFields } from './promotion-requests.ts'
import { isOfZone, pathOfRoot } from './settings-roots.ts'

/** The defaults of a kind, according to the schema of a cluster. */
export interface KindDefaults {
  /** Removes the fields that have their default. Objects are kept, even if they are then empty. */
  readonly leaveOut: (id: string, settings: ConfigDocument) => ConfigDocument
  /** Adds the default of each field that the cluster has (`here`) and the settings leave out. */
  readonly fillIn: (id: string, settings: ConfigDocument, here: ConfigDocument) => ConfigDocument
}

/** The name of the document for `GET /schemas/:name`, and the part of it for each kind. */
const described = {
  connectors: { name: 'connectors', of: 'connector' },
  actions: { name: 'actions', of: 'action' },
  sources: { name: 'actions', of: 'source' },
  settings: { name: 'hotconf', of: undefined },
} as const
type DescribedKind = keyof typeof described

export function isDescribed(kind: Kind): kind is Kind & DescribedKind {
  return Object.hasOwn(described, kind)
}

/** Reads the defaults from the schema of the cluster; resolves to undefined for a kind that no schema describes. */
export async function readDefaults(ask: AskCluster, kind: Kind): Promise<KindDefaults | undefined> {
  if (!isDescribed(kind)) return undefined
  const { name } = described[kind]
  return findDefaults(await ask(schemas.get, { params: { name } }), kind)
}

/** Returns the defaults of a kind from a schema document. */
export function findDefaults(schema: unknown, kind: DescribedKind): KindDefaults {
  const { of } = described[kind]
  const document = parseSchemaDocument(schema)
  const known = new Map<string, SchemaPosition>()
  /** Each type has one schema, however many objects have that type. */
  const findPlace = (id: string): SchemaPosition => {
    const { type = '' } = toNameFields({ kind, id })
    const key = of === undefined ? id : type
    const nodes = known.get(key)?.nodes ?? (of === undefined ? findRoot(document, id) : findType(type, of))
    const place = { document, nodes }
    known.set(key, place)
    return place
  }
  const findType = (type: string, kindOfType: NonNullable<typeof of>) =>
    listComponentNames(document, type, 'post', kindOfType).flatMap((one) => schemaAt(document, one) ?? [])
  return {
    leaveOut: (id, settings) => withoutDefaults(findPlace(id), settings),
    fillIn: (id, settings, here) => {
      const whole = findPlace(id)
      return withDefaults({ whole, own: whole }, settings, here)
    },
  }
}

interface SchemaPosition {
  readonly document: SchemaDocument
  /** The possible schemas, such as one for each driver. */
  readonly nodes: readonly SchemaNode[]
}

function findRoot(document: SchemaDocument, root: string): readonly SchemaNode[] {
  const node = schemaAt(document, pathOfRoot(root))
  if (node === undefined) return []
  return isOfZone(root) ? goBelow({ document, nodes: [node] }, root).nodes : [node]
}

/** A limit far above any real schema; it ends the search if references form a cycle. */
const mostAlternatives = 200

function goBelow({ document, nodes }: SchemaPosition, key: string): SchemaPosition {
  const all = [...nodes]
  const found: SchemaNode[] = []
  for (const node of all) {
    const { properties = {}, oneOf = [] } = resolveNode(document, node)
    if (Object.hasOwn(properties, key)) found.push(readNode(properties[key]))
    else
      for (const name of Object.keys(properties))
        if (name.startsWith('$')) found.push(readNode(properties[name]))
    all.push(...oneOf.map(readNode))
    if (all.length > mostAlternatives) return { document, nodes: [] }
  }
  return { document, nodes: found }
}

/**
 * Returns the default that all possible schemas agree on; undefined if a schema has no default or a different
 * default.
 */
function findDefault({ document, nodes }: SchemaPosition): unknown {
  const told = nodes.map((node) => {
    const { default: value, symbols = [] } = resolveNode(document, node)
    // A field with a single possible value tells which of several schemas applies.
    return symbols.length === 1 ? undefined : value
  })
  const [first] = told
  return told.every((one) => isSame(one, first)) ? first : undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function withoutDefaults(place: SchemaPosition, settings: ConfigDocument): ConfigDocument {
  const kept = Object.entries(settings).flatMap(([key, value]) => {
    const below = goBelow(place, key)
    if (isPlainObject(value) && Object.keys(value).length > 0) return [[key, withoutDefaults(below, value)]]
    const told = findDefault(below)
    return told !== undefined && isSame(told, value) ? [] : [[key, value]]
  })
  return Object.fromEntries(kept)
}

/** Keeps the schemas that fit the settings: a field with one possible value tells which of several schemas applies. */
function narrowPlace({ document, nodes }: SchemaPosition, settings: ConfigDocument): SchemaPosition {
  const all = [...nodes]
  const fitting: SchemaNode[] = []
  for (const node of all) {
    const { properties = {}, oneOf = [] } = resolveNode(document, node)
    all.push(...oneOf.map(readNode))
    if (all.length > mostAlternatives) return { document, nodes: [] }
    const fits = Object.entries(properties).every(([key, property]) => {
      const { symbols = [] } = resolveNode(document, readNode(property))
      return symbols.length !== 1 || !Object.hasOwn(settings, key) || isSame(symbols[0], settings[key])
    })
    if (fits && oneOf.length === 0) fitting.push(node)
  }
  return { document, nodes: fitting }
}

interface DescribedSettings {
  /** All possible schemas: the defaults that they removed are added from them. */
  readonly whole: SchemaPosition
  /** The schemas that fit the given settings. */
  readonly own: SchemaPosition
}

function withDefaults(
  { whole, own: wide }: DescribedSettings,
  settings: ConfigDocument,
  here: ConfigDocument,
): ConfigDocument {
  const own = narrowPlace(wide, settings)
  const given = Object.entries(settings).map(([key, value]) => {
    const held = Object.hasOwn(here, key) ? here[key] : undefined
    if (!isPlainObject(value) || !isPlainObject(held)) return [key, value]
    return [key, withDefaults({ whole: goBelow(whole, key), own: goBelow(own, key) }, value, held)]
  })
  const added = Object.entries(here).flatMap(([key, held]) => {
    if (Object.hasOwn(settings, key) || goBelow(own, key).nodes.length === 0) return []
    const told = findDefault(goBelow(whole, key))
    // A missing object was removed on purpose.
    return told === undefined || (isPlainObject(held) && !isSame(told, held)) ? [] : [[key, told]]
  })
  return Object.fromEntries([...given, ...added])
}
