import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import * as v from 'valibot'
import { checkConfig } from '../config/check-config.ts'
import type { Config } from '../config/config.ts'
import { configOrRefuse, toRefusal } from '../config/config-or-refuse.ts'
import type { ConfigRoot } from '../config/config-root.ts'
import type { Fault } from '../config/fault.ts'
import { isPlainObject } from '../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../config/secrets.ts'
import { type ApiRefusal, refusal } from './api-refusal.ts'

/** Locates the documents in a root of the configuration. */
export interface DocumentPlace {
  /** Returns the documents in their order. */
  documentsIn(root: unknown): readonly unknown[]
  /** Returns the root with other documents in it. */
  toRoot(documents: readonly unknown[], root: unknown): unknown
}

/** Returns the place of documents that are a list under a field, such as `exhook.servers`. */
export function listIn(field: string): DocumentPlace {
  return {
    documentsIn(root) {
      const list = isPlainObject(root) ? root[field] : undefined
      return Array.isArray(list) ? list : []
    },
    toRoot: (documents, root) => ({ ...Object(root), [field]: documents }),
  }
}

export interface KeptSpec<Shape extends v.GenericSchema> {
  readonly root: ConfigRoot
  readonly place: DocumentPlace
  /** The schema that types a document. */
  readonly shape: Shape
  readonly getId: (document: v.InferOutput<Shape>) => string
  /** Returns the document of a change, which may omit its own id. */
  readonly named?: (id: string, given: unknown) => unknown
  /** The schema of a single document, if the endpoint checks it before it is added to the others. */
  readonly alone?: Schema
  /** The refusals of this endpoint; the wording differs from resource to resource. */
  readonly refusals: {
    readonly unknown: (id: string) => ApiRefusal
    /** The refusal if the document to replace does not exist, if it differs from `unknown`. */
    readonly unknownToReplace?: (id: string) => ApiRefusal
    readonly exists: (id: string) => ApiRefusal
    /** By default, JSON with the path and the rule. */
    readonly faults?: (faults: readonly Fault[]) => ApiRefusal
    readonly position?: (position: string) => ApiRefusal
  }
}

/**
 * Stores the documents of a root, lists them in their order, checks them by their schema and returns them; they have
 * no other effect.
 */
export class ConfigDocuments<Shape extends v.GenericSchema> {
  readonly #config: Config
  readonly #spec: KeptSpec<Shape>
  /** Changes run one after the other, so that no change is lost. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: Config, spec: KeptSpec<Shape>) {
    this.#config = config
    this.#spec = spec
  }

  /** Lists the documents with secrets masked. */
  list(): readonly v.InferOutput<Shape>[] {
    return this.#parseRoot(maskSecrets(this.#config.schema(this.#name), this.#config.document(this.#name)))
  }

  find(id: string): v.InferOutput<Shape> {
    const found = this.list().find((one) => this.#spec.getId(one) === id)
    if (found === undefined) throw this.#spec.refusals.unknown(id)
    return found
  }

  /** Adds a document as the last one. */
  async add(given: unknown): Promise<v.InferOutput<Shape>> {
    if (this.#spec.alone !== undefined) configOrRefuse(this.#spec.alone, given)
    const id = await this.#change((documents) => {
      const checked = this.#checkDocuments([...documents, given])
      const [added, ...before] = this.#parseRoot(checked).map(this.#spec.getId).reverse()
      if (added !== undefined && before.includes(added)) throw this.#spec.refusals.exists(added)
      return [this.#spec.place.documentsIn(checked), added ?? '']
    })
    return this.find(id)
  }

  /** Replaces the whole document. */
  async replace(id: string, given: unknown): Promise<v.InferOutput<Shape>> {
    const document = this.#spec.named?.(id, given) ?? given
    const { alone, refusals } = this.#spec
    await this.#change((documents) => {
      const at = this.#at(documents, id, refusals.unknownToReplace)
      if (alone !== undefined) configOrRefuse(alone, document, [])
      return [documents.with(at, document), id]
    })
    return this.find(id)
  }

  async remove(id: string): Promise<void> {
    await this.#change((documents) => [documents.toSpliced(this.#at(documents, id), 1), id])
  }

  async enable(id: string, enable: boolean): Promise<v.InferOutput<Shape>> {
    await this.#change((documents) => {
      const at = this.#at(documents, id)
      return [documents.with(at, { ...Object(documents[at]), enable }), id]
    })
    return this.find(id)
  }

  /** Moves a document to `front`, `rear`, `before:other` or `after:other`. */
  async move(id: string, position: string): Promise<void> {
    await this.#change((documents) => {
      const at = this.#at(documents, id)
      const others = documents.toSpliced(at, 1)
      return [others.toSpliced(this.#place(others, position), 0, documents[at]), id]
    })
  }

  get #name(): string {
    return this.#spec.root.name
  }

  #place(others: readonly unknown[], position: string): number {
    if (position === 'front') return 0
    if (position === 'rear') return others.length
    const [, side, other = ''] = /^(before|after):(.*)$/s.exec(position) ?? []
    if (side === undefined) {
      throw this.#spec.refusals.position?.(position) ?? refusal(400, 'BAD_REQUEST', 'Invalid position')
    }
    return this.#at(others, other) + (side === 'after' ? 1 : 0)
  }

  #at(documents: readonly unknown[], id: string, unknown = this.#spec.refusals.unknown): number {
    const { shape, getId } = this.#spec
    const at = documents.findIndex((one) => getId(v.parse(shape, one)) === id)
    if (at < 0) throw unknown(id)
    return at
  }

  #parseRoot(root: unknown): readonly v.InferOutput<Shape>[] {
    return this.#spec.place.documentsIn(root).map((one) => v.parse(this.#spec.shape, one))
  }

  #checkDocuments(documents: readonly unknown[]): unknown {
    const { place, refusals } = this.#spec
    const schema = this.#config.schema(this.#name)
    const before = this.#config.document(this.#name)
    const given = keepSecrets(schema, place.toRoot(documents, before), before)
    const checked = checkConfig(schema, given, [this.#name])
    if ('faults' in checked) throw (refusals.faults ?? toRefusal)(checked.faults)
    return checked.value
  }

  #change(change: (documents: readonly unknown[]) => readonly [readonly unknown[], string]): Promise<string> {
    const turn = this.#last.then(async () => {
      const [documents, id] = change(this.#spec.place.documentsIn(this.#config.document(this.#name)))
      await this.#config.put(this.#name, this.#checkDocuments(documents))
      return id
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
