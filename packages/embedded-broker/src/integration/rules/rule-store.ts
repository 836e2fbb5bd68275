import { type RuleEngineSettings, ruleActionSchema } from '@brokerdeck/contract/integration/rules.ts'
import { type ParsedStatement, parseKeptStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { UnreadableRecord } from '../../storage/store-errors.ts'
import { storedTime } from '../../storage/stored-time.ts'

const kind = 'rules'
/** The kind of the single record with the settings. */
const settingsKind = 'rule_engine'
const recordSchema = v.object({
  id: v.string(),
  name: v.string(),
  sql: v.string(),
  description: v.string(),
  enable: v.boolean(),
  actions: v.array(ruleActionSchema),
  createdAt: storedTime,
  lastModifiedAt: storedTime,
})
export type RuleRecord = Readonly<v.InferOutput<typeof recordSchema>>

const settingsSchema = v.object({ ignore_sys_message: v.boolean(), jq_function_default_timeout: v.number() })
const usualSettings: RuleEngineSettings = { ignore_sys_message: true, jq_function_default_timeout: 10_000 }

/** A rule with its parsed statement; the statements of stored rules are always valid. */
export interface KeptRule {
  readonly record: RuleRecord
  readonly statement: Statement
}

const findStatement = (parsed: ParsedStatement) => ('statement' in parsed ? parsed.statement : undefined)

/** The rules as they are stored on disk, and the settings of the rule engine. */
export class RuleStore {
  readonly #store: Store
  readonly #rules = new Map<string, KeptRule>()
  #settings = usualSettings
  /** The rules by event. They are rebuilt after each change, because some events happen with each message. */
  #ofEvents: ReadonlyMap<string, readonly KeptRule[]> | undefined

  constructor(store: Store) {
    this.#store = store
    this.#reload()
    for (const one of [kind, settingsKind]) store.onRefused(one, () => this.#reload())
  }

  #reload(): void {
    this.#rules.clear()
    this.#ofEvents = undefined
    const [[, settings = usualSettings] = []] = readRecords(this.#store, settingsKind, settingsSchema)
    this.#settings = settings
    // An unreadable rule is an error, because its absence would go unnoticed.
    for (const [key, record] of readRecords(this.#store, kind, recordSchema))
      if (!this.#take(record)) throw new UnreadableRecord(kind, key, 'its statement is none')
  }

  #take(record: RuleRecord): boolean {
    this.#ofEvents = undefined
    const statement = findStatement(parseKeptStatement(record.sql))
    if (statement !== undefined) this.#rules.set(record.id, { record, statement })
    return statement !== undefined
  }

  all(): readonly KeptRule[] {
    return [...this.#rules.values()]
  }

  /** Returns the enabled rules that have the event in FROM. */
  ofEvent(name: string): readonly KeptRule[] {
    if (this.#ofEvents === undefined) {
      const found = new Map<string, KeptRule[]>()
      for (const rule of this.#rules.values()) {
        if (!rule.record.enable) continue
        for (const source of new Set(rule.statement.sources.map((one) => one.name)))
          if (source.startsWith('$events/')) found.set(source, [...(found.get(source) ?? []), rule])
      }
      this.#ofEvents = found
    }
    return this.#ofEvents.get(name) ?? []
  }

  find(id: string): KeptRule | undefined {
    return this.#rules.get(id)
  }

  async put(record: RuleRecord): Promise<void> {
    this.#take(record)
    await this.#store.put(kind, record.id, record)
  }

  async remove(id: string): Promise<void> {
    this.#rules.delete(id)
    this.#ofEvents = undefined
    await this.#store.remove(kind, id)
  }

  /** The settings, which are read for every message. */
  get settings(): RuleEngineSettings {
    return this.#settings
  }

  async configure(settings: RuleEngineSettings): Promise<void> {
    this.#settings = settings
    await this.#store.put(settingsKind, 'settings', settings)
  }
}
