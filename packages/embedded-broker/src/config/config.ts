import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import * as v from 'valibot'
import type { Edition } from '../runtime/edition.ts'
import type { Store } from '../storage/store.ts'
import { UnreadableRecord } from '../storage/store-errors.ts'
import { checkConfig } from './check-config.ts'
import { configOrRefuse } from './config-or-refuse.ts'
import type { ConfigRoot } from './config-root.ts'
import { describeFaults, type Path } from './fault.ts'
import { mergeConfig } from './merge-config.ts'
import { isPlainObject } from './plain-object.ts'
import { keepSecrets, maskSecrets } from './secrets.ts'

export interface ConfigWriteOptions {
  /** The name of the document in refusals; defaults to `root`. */
  readonly at?: Path
  /** If set, the current document is the base of the write instead of the defaults. */
  readonly isMerge?: boolean
  /** All roots that are written together, since one root may depend on another. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** A root that another part of the broker stores, and that can be written in parts. */
export interface KeptElsewhere {
  readonly schema: Schema
  read(): unknown
  /** Returns the document with its secrets masked, for schemas that do not mask them. */
  toShown?(): unknown
  /** Checks for further errors before anything is written; throws a refusal. */
  check?(given: unknown, options: ConfigWriteOptions): void
  /** Called with a validated document; throws a refusal. */
  write(given: unknown, options: ConfigWriteOptions): Promise<void>
}

type Watch = (now: unknown, before: unknown) => void | Promise<void>

interface Entry {
  readonly schema: Schema
  readonly normalize: (document: unknown) => unknown
  document: unknown
  readonly guards: Set<Watch>
  readonly listeners: Set<Watch>
}

const kind = 'config'

/** The configuration of the cluster: one document for each root, always complete and valid. */
export class Config {
  readonly roots: readonly ConfigRoot[]
  readonly #store: Store
  readonly #entries = new Map<string, Entry>()
  readonly #keptElsewhere = new Map<string, KeptElsewhere>()
  /**
   * The last write. Writes run one after the other, since a listener may open sockets before the next document is
   * validated.
   */
  #last: Promise<unknown> = Promise.resolve()
  #changes = 0

  constructor(store: Store, roots: readonly ConfigRoot[], edition: Edition) {
    this.#store = store
    this.roots = roots
    const stored = store.all(kind)
    for (const root of roots) {
      const schema = (edition === 'enterprise' ? root.enterprise : undefined) ?? root.schema
      const given = stored.has(root.name) ? stored.get(root.name) : (root.initial ?? {})
      // No default replaces a `null`: without authenticators every client would be accepted.
      if (given === null) throw new UnreadableRecord(kind, root.name, 'it is null')
      const document = withoutOtherEdition(schema, root, given)
      const checked = checkConfig(schema, document, [root.name])
      if ('faults' in checked) throw new UnreadableRecord(kind, root.name, describeFaults(checked.faults))
      const normalize = root.normalize ?? ((value: unknown) => value)
      this.#entries.set(root.name, {
        schema,
        normalize,
        document: normalize(checked.value),
        guards: new Set(),
        listeners: new Set(),
      })
    }
  }

  /** The number of documents stored since the start. */
  get changes(): number {
    return this.#changes
  }

  /** Adds a root that is stored elsewhere to the roots that are addressed by name. */
  adopt(name: string, kept: KeptElsewhere): void {
    this.#keptElsewhere.set(name, kept)
  }

  names(): readonly string[] {
    return [...this.#entries.keys(), ...this.#keptElsewhere.keys()].sort()
  }

  /** Parses the document on each call: a reader that needs it often keeps the result and listens to changes. */
  get<Shape extends v.GenericSchema>(root: ConfigRoot<Shape>): v.InferOutput<Shape> {
    return v.parse(root.shape, this.#entry(root.name).document)
  }

  /** Returns the document as responses show it, with its secrets masked. */
  toShown<Shape extends v.GenericSchema>(root: ConfigRoot<Shape>): v.InferOutput<Shape> {
    const { schema, document } = this.#entry(root.name)
    return v.parse(root.shape, maskSecrets(schema, document))
  }

  /** Returns the document with its secrets. */
  document(name: string): unknown {
    const kept = this.#keptElsewhere.get(name)
    return kept === undefined ? this.#entry(name).document : kept.read()
  }

  /** Returns the document with its secrets masked. */
  toShownDocument(name: string): unknown {
    const kept = this.#keptElsewhere.get(name)
    return kept?.toShown?.() ?? maskSecrets(this.schema(name), this.document(name))
  }

  schema(name: string): Schema {
    return (this.#keptElsewhere.get(name) ?? this.#entry(name)).schema
  }

  /** Returns the document that `write` would store, or throws its refusal, without writing. */
  check(name: string, given: unknown, options: ConfigWriteOptions = {}): unknown {
    const { at = ['root'], isMerge = false } = options
    const kept = this.#keptElsewhere.get(name)
    if (kept !== undefined) {
      const checked = configOrRefuse(kept.schema, given, at)
      kept.check?.(checked, options)
      return checked
    }
    const { schema, document, normalize } = this.#entry(name)
    const whole = isMerge ? mergeConfig(document, given) : given
    return normalize(configOrRefuse(schema, keepSecrets(schema, whole, document), at))
  }

  /** Does the same as `check`, and also runs the guards. */
  async verify(name: string, given: unknown, options: ConfigWriteOptions = {}): Promise<unknown> {
    const now = this.check(name, given, options)
    const entry = this.#entries.get(name)
    for (const refuse of [...(entry?.guards ?? [])]) await refuse(now, entry?.document)
    return now
  }

  /** Throws the broker's refusal; resolves with the current document once it is on disk and has taken effect. */
  async write<Shape extends v.GenericSchema>(
    root: ConfigRoot<Shape>,
    given: unknown,
    options: ConfigWriteOptions = {},
  ): Promise<v.InferOutput<Shape>> {
    await this.put(root.name, given, options)
    return this.toShown(root)
  }

  put(name: string, given: unknown, options: ConfigWriteOptions = {}): Promise<void> {
    const turn = this.#last.then(() => this.#put(name, given, options))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Registers a function that is called before a document is stored, and that throws to refuse the document. */
  guard<Shape extends v.GenericSchema>(
    root: ConfigRoot<Shape>,
    refuse: (now: v.InferOutput<Shape>, before: v.InferOutput<Shape>) => void | Promise<void>,
  ): () => void {
    return watch(this.#entry(root.name).guards, root.shape, refuse)
  }

  /**
   * Registers a function that is called after a document is stored; the write waits for it, so it must not write
   * itself.
   */
  onChange<Shape extends v.GenericSchema>(
    root: ConfigRoot<Shape>,
    listen: (now: v.InferOutput<Shape>, before: v.InferOutput<Shape>) => void | Promise<void>,
  ): () => void {
    return watch(this.#entry(root.name).listeners, root.shape, listen)
  }

  async #put(name: string, given: unknown, options: ConfigWriteOptions): Promise<void> {
    const kept = this.#keptElsewhere.get(name)
    if (kept !== undefined) return kept.write(this.check(name, given, options), options)
    const entry = this.#entry(name)
    const before = entry.document
    const now = await this.verify(name, given, options)
    await this.#store.put(kind, name, now)
    entry.document = now
    this.#changes += 1
    for (const listen of [...entry.listeners]) await listen(now, before)
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new Error(`no root ${name} in the configuration`)
    return entry
  }
}

/** Removes the parts that only Enterprise knows, so a data directory of Enterprise also opens in Community. */
function withoutOtherEdition(schema: Schema, { enterprise, name }: ConfigRoot, document: unknown): unknown {
  if (enterprise?.kind === 'list' && schema.kind === 'list' && Array.isArray(document)) {
    const isValid = (by: Schema, item: unknown) => 'value' in checkConfig(by, item, [name])
    return document.filter((item) => isValid(schema.item, item) || !isValid(enterprise.item, item))
  }
  if (enterprise?.kind !== 'struct' || schema.kind !== 'struct' || !isPlainObject(document)) return document
  const isForeign = (field: string) =>
    Object.hasOwn(enterprise.fields, field) && !Object.hasOwn(schema.fields, field)
  return Object.fromEntries(Object.entries(document).filter(([field]) => !isForeign(field)))
}

function watch<Shape extends v.GenericSchema>(
  watches: Set<Watch>,
  shape: Shape,
  run: (now: v.InferOutput<Shape>, before: v.InferOutput<Shape>) => void | Promise<void>,
): () => void {
  const runParsed: Watch = (now, before) => run(v.parse(shape, now), v.parse(shape, before))
  watches.add(runParsed)
  return () => watches.delete(runParsed)
}
