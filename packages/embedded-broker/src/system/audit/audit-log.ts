import { auditMethods } from '@brokerdeck/contract/system/audit.ts'
import * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import { logRoot } from '../../config/roots/log-root.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { storedTime } from '../../storage/stored-time.ts'

const kind = 'audit'
const recordSchema = v.object({
  /** The time in milliseconds since the epoch. */
  at: storedTime,
  node: v.string(),
  from: v.picklist(['dashboard', 'rest_api']),
  source: v.string(),
  sourceIp: v.string(),
  operation: v.string(),
  method: v.picklist(auditMethods),
  status: v.number(),
  bindings: v.record(v.string(), v.string()),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  duration: v.number(),
})
export type AuditRecord = Readonly<v.InferOutput<typeof recordSchema>>

/** Operations that clients of the API perform all the time. */
const highFrequency = new Set([
  '/publish',
  '/publish/bulk',
  '/clients/kickout/bulk',
  '/clients/:clientid/subscribe',
  '/clients/:clientid/subscribe/bulk',
  '/clients/:clientid/unsubscribe',
  '/clients/:clientid/unsubscribe/bulk',
])

/** The settings until the configuration contains others, which it never does in Community. */
const off = { enable: false, max_filter_size: 0, ignore_high_frequency_request: true }

/** Records who changed what through the API, within the limits of `log.audit`. */
export class AuditLog {
  readonly #store: Store
  readonly #onFailure: (error: unknown) => void
  readonly #records = new Map<string, AuditRecord>()
  #settings = off
  #next = 0

  constructor(store: Store, config: Config, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
    for (const [key, record] of readRecords(store, kind, recordSchema)) {
      this.#records.set(key, record)
      this.#next = Math.max(this.#next, Number(key) + 1)
    }
    this.#settings = config.get(logRoot).audit ?? off
    config.onChange(logRoot, ({ audit = off }) => {
      this.#settings = audit
    })
  }

  get isOn(): boolean {
    return this.#settings.enable
  }

  newestFirst(): AuditRecord[] {
    return [...this.#records.values()].reverse()
  }

  /**
   * Stores a record unless it is not to be recorded. If the store fails, an alarm is raised and the response stays
   * unaffected.
   */
  async record(record: AuditRecord | undefined): Promise<void> {
    if (record === undefined) return
    if (this.#settings.ignore_high_frequency_request && highFrequency.has(record.operation)) return
    const key = String(this.#next++)
    this.#records.set(key, record)
    try {
      await this.#store.put(kind, key, record)
      await this.#forgetOldest()
    } catch (error) {
      this.#onFailure(error)
    }
  }

  async #forgetOldest(): Promise<void> {
    const surplus = this.#records.size - this.#settings.max_filter_size
    const oldest = surplus > 0 ? [...this.#records.keys()].slice(0, surplus) : []
    for (const key of oldest) this.#records.delete(key)
    await Promise.all(oldest.map((key) => this.#store.remove(kind, key)))
  }
}
