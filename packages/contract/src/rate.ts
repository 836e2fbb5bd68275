import { parseByteSize } from './byte-size.ts'
import { parseDuration } from './duration.ts'

/** So many per so many milliseconds; `Infinity` per anything is no limit. */
export interface Rate {
  readonly count: number
  readonly per: number
}

/** A rate as the broker writes it: `infinity`, `1000/s`, `600/1m`, `1MB/10s`; a bare count is per second. */
export function parseRate(value: string | number): Rate | undefined {
  if (typeof value === 'number') return value >= 0 ? { count: value, per: 1000 } : undefined
  if (value === 'infinity') return { count: Number.POSITIVE_INFINITY, per: 1000 }
  const [count = '', per = '1s', ...rest] = value.split('/').map((one) => one.trim())
  if (rest.length > 0) return undefined
  const counted = parseByteSize(count)
  const period = parseDuration(/^\d/.test(per) ? per : `1${per}`)
  if (counted === undefined || period === undefined || period === 0) return undefined
  return { count: counted, per: period }
}
