import {
  changedExternalRegistry,
  externalRegistry,
} from '@brokerdeck/contract/data-hub/external-registries.ts'
import {
  newSchema,
  type RegisteredSchema,
  registeredSchema,
  schemaSchema,
} from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { field, mapOf, struct } from '@brokerdeck/contract/description/schema.ts'
import { type CompiledSchema, compileSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { createRegistryFunctions } from '@brokerdeck/languages/schema-codec/registry-functions.ts'
import { SchemaFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import * as v from 'valibot'
import { checkConfig } from '../../config/check-config.ts'
import type { KeptElsewhere } from '../../config/config.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { describeFaults } from '../../config/fault.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { UnreadableRecord } from '../../storage/store-errors.ts'

const kind = 'schemas'
const externalKind = 'external_registries'

/** The maximum number of schemas. */
const most = 1000

const externalShape = v.looseObject({ type: v.literal('confluent'), url: v.union([v.string(), v.number()]) })
type External = v.InferOutput<typeof externalShape>

const rootShape = v.object({
  schemas: v.optional(v.record(v.string(), v.omit(schemaSchema, ['name'])), {}),
  external: v.optional(v.record(v.string(), externalShape), {}),
})

const byName = <T>(entries: Iterable<readonly [string, T]>) =>
  [...entries].sort(([one], [other]) => (one < other ? -1 : 1))

const notFound = () => refusal(404, 'NOT_FOUND', 'Schema not found')

/**
 * Holds the schemas that decode, encode and check payloads, and the external registries, which this broker never
 * contacts.
 */
export class SchemaRegistry {
  /** The functions that rule statements call. */
  readonly functions = createRegistryFunctions((name) => this.find(name))
  readonly #store: Store
  readonly #schemas = new Map<string, RegisteredSchema>()
  readonly #compiled = new Map<string, CompiledSchema>()
  readonly #external = new Map<string, External>()
  /** The last change. Changes run one after the other, so that none is lost. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: Store) {
    this.#store = store
    this.#reload()
    for (const one of [kind, externalKind]) store.onRefused(one, () => this.#reload())
  }

  #reload(): void {
    this.#schemas.clear()
    this.#compiled.clear()
    this.#external.clear()
    for (const [name, schema] of readRecords(this.#store, kind, schemaSchema)) this.#schemas.set(name, schema)
    for (const [name, one] of readRecords(this.#store, externalKind, externalShape)) {
      const checked = checkConfig(externalRegistry, one, [name])
      if ('faults' in checked) throw new UnreadableRecord(externalKind, name, describeFaults(checked.faults))
      this.#external.set(name, v.parse(externalShape, checked.value))
    }
  }

  list(): readonly RegisteredSchema[] {
    return byName(this.#schemas).map(([, schema]) => schema)
  }

  get(name: string): RegisteredSchema {
    const found = this.#schemas.get(name)
    if (found === undefined) throw notFound()
    return found
  }

  /** Returns the schema as it was written; undefined if it does not exist. */
  peek(name: string): RegisteredSchema | undefined {
    return this.#schemas.get(name)
  }

  /** Returns the compiled schema, which is compiled when it is first needed. */
  find(name: string): CompiledSchema | undefined {
    const known = this.#compiled.get(name)
    const schema = this.#schemas.get(name)
    if (known !== undefined || schema === undefined) return known
    try {
      const compiled = compileSchema(schema)
      this.#compiled.set(name, compiled)
      return compiled
    } catch (error) {
      if (error instanceof SchemaFault) return undefined
      throw error
    }
  }

  add(given: unknown): Promise<RegisteredSchema> {
    const schema = v.parse(schemaSchema, configOrRefuse(newSchema, given))
    refuseName(schema.name)
    return this.#turn(async () => {
      if (this.#schemas.has(schema.name)) throw refusal(400, 'ALREADY_EXISTS', 'Schema already exists')
      if (this.#schemas.size >= most) throw refusal(400, 'BAD_REQUEST', `more than ${most}`)
      await this.#put(schema)
      return schema
    })
  }

  /** Replaces a schema; a missing description keeps its value. */
  replace(name: string, given: unknown): Promise<RegisteredSchema> {
    return this.#turn(async () => {
      this.get(name)
      const checked = v.parse(v.omit(schemaSchema, ['name']), configOrRefuse(registeredSchema, given))
      const isTold = v.is(v.looseObject({ description: v.unknown() }), given)
      const schema = { name, ...checked, ...(isTold ? {} : { description: this.get(name).description }) }
      await this.#put(schema)
      return schema
    })
  }

  remove(name: string): Promise<void> {
    return this.#turn(async () => {
      this.get(name)
      this.#schemas.delete(name)
      this.#compiled.delete(name)
      await this.#store.remove(kind, name)
    })
  }

  /** Returns the external registries by name, with their secrets masked. */
  externals(): Readonly<Record<string, External>> {
    return Object.fromEntries(byName(this.#external).map(([name, one]) => [name, toShown(one)]))
  }

  external(name: string): External {
    const found = this.#external.get(name)
    if (found === undefined) throw refusal(404, 'NOT_FOUND', 'External registry not found')
    return toShown(found)
  }

  addExternal(name: string, given: unknown): Promise<External> {
    refuseName(name)
    return this.#turn(async () => {
      if (this.#external.has(name)) throw refusal(400, 'BAD_REQUEST', 'External registry already exists')
      if (this.#external.size >= most) throw refusal(400, 'BAD_REQUEST', `more than ${most}`)
      return this.#putExternal(name, v.parse(externalShape, given))
    })
  }

  replaceExternal(name: string, given: unknown): Promise<External> {
    return this.#turn(async () => {
      this.external(name)
      const checked = configOrRefuse(changedExternalRegistry, given)
      const whole = keepSecrets(externalRegistry, checked, this.#external.get(name))
      return this.#putExternal(name, v.parse(externalShape, whole))
    })
  }

  removeExternal(name: string): Promise<void> {
    return this.#turn(async () => {
      if (this.#external.delete(name)) await this.#store.remove(externalKind, name)
    })
  }

  /** Returns this registry as a root of the configuration: entries that a text names are written, all others stay. */
  asConfig(): KeptElsewhere {
    return {
      schema: struct('schema_registry', {
        schemas: field(mapOf('name', registeredSchema)),
        external: field(mapOf('name', externalRegistry)),
      }),
      read: () => ({
        schemas: Object.fromEntries(this.list().map(({ name, ...schema }) => [name, schema])),
        external: Object.fromEntries(byName(this.#external)),
      }),
      check(given) {
        const { schemas, external } = v.parse(rootShape, given)
        for (const name of [...Object.keys(schemas), ...Object.keys(external)]) refuseName(name)
        for (const [name, schema] of Object.entries(schemas)) compileOrRefuse({ name, ...schema })
      },
      write: (given) =>
        this.#turn(async () => {
          const { schemas, external } = v.parse(rootShape, given)
          for (const [name, schema] of Object.entries(schemas)) await this.#put({ name, ...schema })
          for (const [name, one] of Object.entries(external)) {
            const whole = keepSecrets(externalRegistry, one, this.#external.get(name))
            await this.#putExternal(name, v.parse(externalShape, whole))
          }
        }),
    }
  }

  async #put(schema: RegisteredSchema): Promise<void> {
    const compiled = compileOrRefuse(schema)
    this.#schemas.set(schema.name, schema)
    this.#compiled.set(schema.name, compiled)
    await this.#store.put(kind, schema.name, schema)
  }

  async #putExternal(name: string, one: External): Promise<External> {
    this.#external.set(name, one)
    await this.#store.put(externalKind, name, one)
    return toShown(one)
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

const toShown = (one: External): External => v.parse(externalShape, maskSecrets(externalRegistry, one))

function compileOrRefuse(schema: RegisteredSchema): CompiledSchema {
  try {
    return compileSchema(schema)
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error
    const message = `{post_config_update,emqx_schema_registry_config,${error.reason}}`
    throw refusal(400, 'BAD_REQUEST', message)
  }
}

function refuseName(name: string): void {
  if (/^[0-9a-zA-Z][-0-9a-zA-Z_]*$/.test(name) && name.length <= 255) return
  const message = `Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters. Got: ${name.slice(0, 255)}`
  throw new ApiRefusal(400, { code: 'BAD_REQUEST', kind: 'validation_error', message })
}
