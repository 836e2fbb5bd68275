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

/** All in percent. */
export interface LicenseUsage {
  readonly percent: number
  readonly high: number
  readonly low: number
}

const settingKey = 'setting'

/** The evaluation that Enterprise starts with. This broker can read no other. */
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

/** The watermarks at which an alarm is raised and lowered again. Sessions beyond the license are not refused here. */
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

  /** False if a watermark is no percentage, or the low one is not below the high one. */
  async change(changes: Partial<LicenseSetting>): Promise<boolean> {
    const setting = { ...this.#setting, ...changes }
    const low = parsePercent(setting.connection_low_watermark)
    const high = parsePercent(setting.connection_high_watermark)
    if (low === undefined || high === undefined || low >= high) return false
    await this.#store.put(kind, settingKey, setting)
    this.#setting = setting
    return true
  }

  /** How much of what is licensed is in use. */
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
