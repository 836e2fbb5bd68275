import { isPlainObject } from '#kit/form/form-value.ts'
import type { DataHubKind, Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'

/** An object without its name, which identifies it and is no setting. */
export interface NamedDocument {
  readonly name: string
  readonly settings: ConfigDocument
}

/** Describes the API of one kind of the data hub, a feature of Enterprise. */
interface DataHubPlace {
  /** The path below `/api/v5` that lists all objects and accepts new ones. */
  readonly root: string
  /** The path below `root` that precedes the name of an object. */
  readonly item: string
  /** True if an update goes to `root` and names the object in its body. */
  readonly isNamedInBody: boolean
  /** Returns the objects in a configuration; undefined if the configuration does not contain the kind. */
  readonly find: (config: ConfigDocument) => readonly NamedDocument[] | undefined
}

export const dataHubPlaces: Readonly<Record<DataHubKind, DataHubPlace>> = {
  schemas: {
    root: '/schema_registry',
    item: '',
    isNamedInBody: false,
    find: (config) => findMap(config, 'schema_registry', 'schemas'),
  },
  registries: {
    root: '/schema_registry_external',
    item: '/registry',
    isNamedInBody: false,
    find: (config) => findMap(config, 'schema_registry', 'external'),
  },
  validations: {
    root: '/schema_validations',
    item: '/validation',
    isNamedInBody: true,
    find: (config) => findChain(config, 'schema_validation', 'validations')?.map(withCheckTypes),
  },
  transformations: {
    root: '/message_transformations',
    item: '/transformation',
    isNamedInBody: true,
    find: (config) => findChain(config, 'message_transformation', 'transformations'),
  },
}

export function isDataHub(kind: Kind): kind is DataHubKind {
  return Object.hasOwn(dataHubPlaces, kind)
}

/** Returns the schemas of the registry that an object of the data hub refers to. */
export function findSchemas(settings: ConfigDocument): readonly string[] {
  const { checks, payload_decoder, payload_encoder } = settings
  const users = [...(Array.isArray(checks) ? checks : []), payload_decoder, payload_encoder]
  const names = users.map((user: unknown) => (isPlainObject(user) ? user['schema'] : undefined))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

function findMap(config: ConfigDocument, root: string, field: string): readonly NamedDocument[] | undefined {
  const held = findField(config, root, field)
  if (!isPlainObject(held)) return undefined
  return Object.entries(held).flatMap(([name, settings]) =>
    isPlainObject(settings) ? [{ name, settings }] : [],
  )
}

function findChain(
  config: ConfigDocument,
  root: string,
  field: string,
): readonly NamedDocument[] | undefined {
  const held = findField(config, root, field)
  if (!Array.isArray(held)) return undefined
  return held.flatMap((one: unknown) => {
    if (!isPlainObject(one) || typeof one['name'] !== 'string') return []
    const { name, topics, ...settings } = one
    const listed = typeof topics === 'string' ? [topics] : topics
    return [{ name: one['name'], settings: { ...settings, topics: listed } }]
  })
}

function findField(config: ConfigDocument, root: string, field: string): unknown {
  const held = Object.hasOwn(config, root) ? config[root] : undefined
  return isPlainObject(held) && Object.hasOwn(held, field) ? held[field] : undefined
}

/** A list is compared as a whole, so the defaults of the broker within the list are added here, too. */
function withCheckTypes({ name, settings }: NamedDocument): NamedDocument {
  const { checks } = settings
  if (!Array.isArray(checks)) return { name, settings }
  const filled = checks.map((one: unknown) => (isPlainObject(one) ? { type: 'sql', ...one } : one))
  return { name, settings: { ...settings, checks: filled } }
}
