import { externalRegistries } from '@brokerdeck/contract/data-hub/external-registries.ts'
import { messageTransformations } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { getProblem, isNotOffered } from '#api/errors.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import type { DataHubKind } from './compare-sides.ts'
import type { NamedDocument } from './data-hub-kinds.ts'
import type { ConfigDocument } from './masked-config.ts'

/** The requests of one kind. Their schemas are large, so this module is loaded only when it is needed. */
interface DataHubApi {
  readonly list: (ask: AskCluster) => Promise<readonly NamedDocument[]>
  readonly create: (ask: AskCluster, body: unknown) => Promise<unknown>
  readonly update: (ask: AskCluster, name: string, body: unknown) => Promise<unknown>
  readonly remove: (ask: AskCluster, name: string) => Promise<unknown>
  /** Only for a chain; the broker requires all names. */
  readonly reorder?: (ask: AskCluster, order: string[]) => Promise<unknown>
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
    list: async (ask) => (await ask(schemaRegistry.list, {})).map(toNamed),
    create: (ask, body) => ask(createSchema, { body: parseBody(createSchema.body, body) }),
    update: (ask, name, body) =>
      ask(updateSchema, { params: { name }, body: parseBody(updateSchema.body, body) }),
    remove: (ask, name) => ask(schemaRegistry.remove, { params: { name } }),
  },
  registries: {
    list: async (ask) => byName(await ask(externalRegistries.list, {})),
    create: (ask, body) => ask(createRegistry, { body: parseBody(createRegistry.body, body) }),
    update: (ask, name, body) =>
      ask(updateRegistry, { params: { name }, body: parseBody(updateRegistry.body, body) }),
    remove: (ask, name) => ask(externalRegistries.remove, { params: { name } }),
  },
  validations: {
    list: async (ask) => (await ask(schemaValidations.list, {})).map(toNamed),
    create: (ask, body) => ask(createValidation, { body: parseBody(createValidation.body, body) }),
    update: (ask, _, body) => ask(updateValidation, { body: parseBody(updateValidation.body, body) }),
    remove: (ask, name) => ask(schemaValidations.remove, { params: { name } }),
    reorder: (ask, order) => ask(schemaValidations.reorder, { body: { order } }),
  },
  transformations: {
    list: async (ask) => (await ask(messageTransformations.list, {})).map(toNamed),
    create: (ask, body) => ask(createTransformation, { body: parseBody(createTransformation.body, body) }),
    update: (ask, _, body) => ask(updateTransformation, { body: parseBody(updateTransformation.body, body) }),
    remove: (ask, name) => ask(messageTransformations.remove, { params: { name } }),
    reorder: (ask, order) => ask(messageTransformations.reorder, { body: { order } }),
  },
}

/** Lists all objects of a kind; resolves to undefined for Community, which has no data hub. */
export async function listDataHub(
  kind: DataHubKind,
  ask: AskCluster,
): Promise<readonly NamedDocument[] | undefined> {
  try {
    return await dataHubApis[kind].list(ask)
  } catch (error) {
    const problem = getProblem(error)
    if (problem !== undefined && isNotOffered(problem)) return undefined
    throw error
  }
}
