import * as v from 'valibot'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'

const kind = 'license'
const settingSchema = v.object({
  connection_high_watermark: v.string(),
  connection_low_watermark: v.string(),
})
export type LicenseSetting = Readonly<v.InferOutput<typeof settingSchema>>

/** All values are in percent. */
export interface LicenseUsage {
  readonly percent: number
  readonly high: number
  readonly low: number
}

const settingKey = 'setting'

/** The evaluation license with which Enterprise starts. This broker cannot read other licenses. */
export const evaluation = {
  customer: 'Evaluation',
  customer_type: 10,
  deployment: 'trial',
  email: '',
  expiry: false,
  expiry_at: '2029-04-17',
  max_connections: 25,
  max_sessions: 25,
  start_at: '2024-04-18',
  type: 'trial',
} as const

/**
 * Holds the watermarks at which the license alarm is raised and cleared. Sessions beyond the license are not refused
 * here.
 */
export class License {
  readonly #store: Store
  #setting: LicenseSetting = { connection_high_watermark: '80%', connection_low_watermark: '75%' }

  constructor(store: Store) {
    this.#store = store
    for (const [, setting] of readRecords(store, kind, settingSchema)) this.#setting = setting
  }

  get setting(): LicenseSetting {
    return this.#setting
  }

  /** Resolves with false if a watermark is not a percentage, or if the low watermark is not below the high one. */
  async change(changes: Partial<LicenseSetting>): Promise<boolean> {
    const setting = { ...this.#setting, ...changes }
    const low = parsePercent(setting.connection_low_watermark)
    const high = parsePercent(setting.connection_high_watermark)
    if (low === undefined || high === undefined || low >= high) return false
    await this.#store.put(kind, settingKey, setting)
    this.#setting = setting
    return true
  }

  /** Returns the usage of the licensed sessions. */
  usage(cluster: Cluster): LicenseUsage {
    const sessions = [...cluster.sessions()].length
    return {
      percent: (100 * sessions) / evaluation.max_sessions,
      high: parsePercent(this.#setting.connection_high_watermark) ?? 100,
      low: parsePercent(this.#setting.connection_low_watermark) ?? 100,
    }
  }
}

function parsePercent(text: string): number | undefined {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  return percent === undefined || Number(percent) > 100 ? undefined : Number(percent)
}
