import { externalRegistries } from '@brokerdeck/contract/data-hub/external-registries.ts'
import { messageTransformations } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { isNotOffered, problemOf } from '#api/errors.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import type { Ask } from './ask.ts'
import type { DataHubKind, Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'

/** A thing without its name, which is how it is called and no setting. */
interface NamedDocument {
  readonly name: string
  readonly settings: ConfigDocument
}

/** How the API serves one kind of the data hub, which Enterprise has. */
interface DataHubApi {
  /** Below `/api/v5`: lists all of them and takes new ones. */
  readonly root: string
  /** Below `root`, before the name of one. */
  readonly item: string
  /** The one to be changed is named in the body, and the request goes to `root`. */
  readonly isNamedInBody: boolean
  readonly list: (ask: Ask) => Promise<readonly NamedDocument[]>
  readonly create: (ask: Ask, body: unknown) => Promise<unknown>
  readonly update: (ask: Ask, name: string, body: unknown) => Promise<unknown>
  readonly remove: (ask: Ask, name: string) => Promise<unknown>
  /** Only of a chain; the broker takes all names or none. */
  readonly reorder?: (ask: Ask, order: string[]) => Promise<unknown>
  /** What a configuration has of it; undefined where it does not speak of it. */
  readonly find: (config: ConfigDocument) => readonly NamedDocument[] | undefined
}

const toNamed = ({ name, ...settings }: ConfigDocument & { readonly name: string }): NamedDocument => ({
  name,
  settings,
})

const byName = (documents: Readonly<Record<string, ConfigDocument>>): readonly NamedDocument[] =>
  Object.entries(documents).map(([name, settings]) => ({ name, settings }))

const { create: createSchema, update: updateSchema } = schemaRegistry
const { create: createRegistry, update: updateRegistry } = externalRegistries
const { create: createValidation, update: updateValidation } = schemaValidations
const { create: createTransformation, update: updateTransformation } = messageTransformations

export const dataHubApis: Readonly<Record<DataHubKind, DataHubApi>> = {
  schemas: {
    root: schemaRegistry.list.path,
    item: '',
    isNamedInBody: false,
    list: async (ask) => (await ask(schemaRegistry.list, {})).map(toNamed),
    create: (ask, body) => ask(createSchema, { body: bodyFrom(createSchema.body, body) }),
    update: (ask, name, body) =>
      ask(updateSchema, { params: { name }, body: bodyFrom(updateSchema.body, body) }),
    remove: (ask, name) => ask(schemaRegistry.remove, { params: { name } }),
    find: (config) => findMap(config, 'schema_registry', 'schemas'),
  },
  registries: {
    root: externalRegistries.list.path,
    item: '/registry',
    isNamedInBody: false,
    list: async (ask) => byName(await ask(externalRegistries.list, {})),
    create: (ask, body) => ask(createRegistry, { body: bodyFrom(createRegistry.body, body) }),
    update: (ask, name, body) =>
      ask(updateRegistry, { params: { name }, body: bodyFrom(updateRegistry.body, body) }),
    remove: (ask, name) => ask(externalRegistries.remove, { params: { name } }),
    find: (config) => findMap(config, 'schema_registry', 'external'),
  },
  validations: {
    root: schemaValidations.list.path,
    item: '/validation',
    isNamedInBody: true,
    list: async (ask) => (await ask(schemaValidations.list, {})).map(toNamed),
    create: (ask, body) => ask(createValidation, { body: bodyFrom(createValidation.body, body) }),
    update: (ask, _, body) => ask(updateValidation, { body: bodyFrom(updateValidation.body, body) }),
    remove: (ask, name) => ask(schemaValidations.remove, { params: { name } }),
    reorder: (ask, order) => ask(schemaValidations.reorder, { body: { order } }),
    find: (config) => findChain(config, 'schema_validation', 'validations')?.map(withCheckTypes),
  },
  transformations: {
    root: messageTransformations.list.path,
    item: '/transformation',
    isNamedInBody: true,
    list: async (ask) => (await ask(messageTransformations.list, {})).map(toNamed),
    create: (ask, body) => ask(createTransformation, { body: bodyFrom(createTransformation.body, body) }),
    update: (ask, _, body) => ask(updateTransformation, { body: bodyFrom(updateTransformation.body, body) }),
    remove: (ask, name) => ask(messageTransformations.remove, { params: { name } }),
    reorder: (ask, order) => ask(messageTransformations.reorder, { body: { order } }),
    find: (config) => findChain(config, 'message_transformation', 'transformations'),
  },
}

export function isDataHub(kind: Kind): kind is DataHubKind {
  return Object.hasOwn(dataHubApis, kind)
}

/** All of a kind that a cluster has. Community has no data hub, and nothing in it. */
export async function listDataHub(kind: DataHubKind, ask: Ask): Promise<readonly NamedDocument[]> {
  try {
    return await dataHubApis[kind].list(ask)
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined && isNotOffered(problem)) return []
    throw error
  }
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
