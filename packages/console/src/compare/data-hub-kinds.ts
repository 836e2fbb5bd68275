import { isPlainObject } from '#kit/form/form-value.ts'
import type { DataHubKind, Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'

/** A thing without its name, which is how it is called and no setting. */
export interface NamedDocument {
  readonly name: string
  readonly settings: ConfigDocument
}

/** How the API serves one kind of the data hub, which Enterprise has. */
interface DataHubPlace {
  /** Below `/api/v5`: lists all of them and takes new ones. */
  readonly root: string
  /** Below `root`, before the name of one. */
  readonly item: string
  /** The one to be changed is named in the body, and the request goes to `root`. */
  readonly isNamedInBody: boolean
  /** What a configuration has of it; undefined where it does not speak of it. */
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

/** The schemas of the registry that one of the data hub names. */
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

/** A list is compared whole, so what the broker fills in within it is filled in here, too. */
function withCheckTypes({ name, settings }: NamedDocument): NamedDocument {
  const { checks } = settings
  if (!Array.isArray(checks)) return { name, settings }
  const filled = checks.map((one: unknown) => (isPlainObject(one) ? { type: 'sql', ...one } : one))
  return { name, settings: { ...settings, checks: filled } }
}
