import { listOf, optional, type Schema, struct } from '@brokerdeck/contract/description/schema.ts'
import * as v from 'valibot'
import { checkConfig } from '../../config/check-config.ts'
import type { KeptElsewhere } from '../../config/config.ts'
import { toRefusal } from '../../config/config-or-refuse.ts'
import type { Fault } from '../../config/fault.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Store } from '../../storage/store.ts'
import { describeIssues, UnreadableRecord } from '../../storage/store-errors.ts'

interface Screen {
  readonly name: string
  readonly enable: boolean
}

interface Spec<D extends Screen> {
  readonly store: Store
  /** The root of the configuration, and the list in it, such as `schema_validation` and `validations`. */
  readonly root: string
  readonly list: string
  readonly schema: Schema
  readonly shape: v.GenericSchema<unknown, D>
  /** The word for one document in refusals, such as `Validation`. */
  readonly word: string
  /** Returns the errors that the schema cannot detect; throws for any other reason to refuse the document. */
  readonly judge: (document: D) => readonly Fault[]
  /** Called with the current documents after each change. */
  readonly onChange: (documents: readonly D[]) => void
}

const kind = 'data_hub'

/** The maximum number of documents. */
const most = 1000

/** The bytes of `[]`: the broker prints an empty list like this where it takes the list for a text. */
const toNameList = (names: readonly string[]) => (names.length === 0 ? [91, 93] : names)

/** An ordered list of named documents, stored as a root of the configuration. */
export class ScreenDocuments<D extends Screen> {
  readonly #spec: Spec<D>
  #documents: readonly D[]
  /** The last change. Changes run one after the other, so that none is lost. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(spec: Spec<D>) {
    this.#spec = spec
    const stored = v.safeParse(v.optional(v.array(spec.shape), []), spec.store.get(kind, spec.root))
    if (!stored.success) throw new UnreadableRecord(kind, spec.root, describeIssues(stored.issues))
    this.#documents = stored.output
    spec.onChange(this.#documents)
  }

  list(): readonly D[] {
    return this.#documents
  }

  find(name: string): D {
    const found = this.#documents.find((one) => one.name === name)
    if (found === undefined) throw refusal(404, 'NOT_FOUND', `${this.#spec.word} not found`)
    return found
  }

  async add(given: unknown): Promise<D> {
    const document = this.#checkDocument(given)
    await this.#change((documents) => {
      if (documents.some(({ name }) => name === document.name))
        throw refusal(400, 'ALREADY_EXISTS', `${this.#spec.word} already exists`)
      if (documents.length >= most) throw refusal(400, 'BAD_REQUEST', `more than ${most}`)
      return [...documents, document]
    })
    return document
  }

  /** Replaces a document as a whole. */
  async replace(given: unknown): Promise<D> {
    const document = this.#checkDocument(given)
    await this.#change((documents) => {
      this.find(document.name)
      return documents.map((one) => (one.name === document.name ? document : one))
    })
    return document
  }

  async enable(name: string, enable: boolean): Promise<void> {
    await this.#change((documents) => {
      this.find(name)
      return documents.map((one) => (one.name === name ? { ...one, enable } : one))
    })
  }

  async remove(name: string): Promise<void> {
    await this.#change((documents) => {
      this.find(name)
      return documents.filter((one) => one.name !== name)
    })
  }

  /** Takes the names of all documents in their new order; reports missing, unknown and duplicate names. */
  async reorder(order: readonly string[]): Promise<void> {
    await this.#change((documents) => {
      const missing = documents.map(({ name }) => name).filter((name) => !order.includes(name))
      const unknown = order.filter((name) => !documents.some((one) => one.name === name))
      const twice = [...new Set(order.filter((name, at) => order.indexOf(name) !== at))]
      if (missing.length + unknown.length + twice.length === 0) return order.map((name) => this.find(name))
      const faults = { duplicated: twice, not_found: unknown, not_reordered: missing }
      const details = Object.entries(faults).map(([fault, names]) => [
        fault,
        toNameList(names.slice(0, 1000)),
      ])
      const words = { code: 'BAD_REQUEST', message: 'Bad request' }
      throw new ApiRefusal(400, { ...words, ...Object.fromEntries(details) })
    })
  }

  /** Returns the list as a root of the configuration: documents that a text names are written, all others stay. */
  asConfig(): KeptElsewhere {
    const { list, root, schema } = this.#spec
    const formatGiven = (value: unknown) =>
      v.parse(v.object({ [list]: v.optional(v.array(v.unknown()), []) }), value)
    const documents = (value: unknown) =>
      (formatGiven(value)[list] ?? []).map((one) => this.#checkDocument(one))
    return {
      schema: struct(root, { [list]: optional(listOf(schema)) }),
      read: () => ({ [list]: this.#documents }),
      check: (value) => {
        documents(value)
      },
      write: async (value) => {
        const written = documents(value)
        await this.#change((before) => {
          const replaced = before.map((one) => written.find(({ name }) => name === one.name) ?? one)
          const added = written.filter(({ name }) => !before.some((one) => one.name === name))
          return [...replaced, ...added]
        })
      },
    }
  }

  #checkDocument(given: unknown): D {
    const { schema, shape, judge } = this.#spec
    const checked = checkConfig(schema, given)
    if ('faults' in checked) throw toRefusal(checked.faults.map(withTopicType))
    const document = v.parse(shape, checked.value)
    const faults = judge(document)
    if (faults.length > 0) throw toRefusal(faults)
    return document
  }

  #change(change: (documents: readonly D[]) => readonly D[]): Promise<void> {
    const turn = this.#last.then(async () => {
      const { store, root, onChange } = this.#spec
      const documents = change(this.#documents)
      await store.put(kind, root, documents)
      this.#documents = documents
      onChange(documents)
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

/** `topics` may be a string or a list; if it is missing, the broker reports the error for the string type. */
function withTopicType(fault: Fault): Fault {
  const isMissing = fault.path === 'root.topics' && fault.reason === 'required_field'
  return isMissing ? { ...fault, matched_type: 'binary()' } : fault
}
