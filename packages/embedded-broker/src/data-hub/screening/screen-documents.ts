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
  /** The root of the configuration, and the list in it: `schema_validation`, `validations`. */
  readonly root: string
  readonly list: string
  readonly schema: Schema
  readonly shape: v.GenericSchema<unknown, D>
  /** As refusals call one: `Validation`. */
  readonly word: string
  /** What a description cannot say is wrong with one; throws where something else stands against it. */
  readonly judge: (document: D) => readonly Fault[]
  /** Told of what there is now. */
  readonly onChange: (documents: readonly D[]) => void
}

const kind = 'data_hub'

/** More are nobody's. */
const most = 1000

/** An empty list as the broker prints it where it takes it for a text. */
const toNameList = (names: readonly string[]) => (names.length === 0 ? [91, 93] : names)

/** Documents in an order that counts, each under its name; kept as a root of the configuration. */
export class ScreenDocuments<D extends Screen> {
  readonly #spec: Spec<D>
  #documents: readonly D[]
  /** Changes follow each other, so that none is lost. */
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

  /** The whole document, in the place of the one before. */
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

  /** All of them by name; says which are missing, unknown or named twice. */
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

  /** As a root of the configuration: those that a text names are written, all others stay. */
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

/** Topics may be one text or a list; where they are missing the broker says so in the name of the text. */
function withTopicType(fault: Fault): Fault {
  const isMissing = fault.path === 'root.topics' && fault.reason === 'required_field'
  return isMissing ? { ...fault, matched_type: 'binary()' } : fault
}
