import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { rowToRule } from '../rule-rows.ts'

/** What a file has for one name. */
export interface OwnEntry {
  readonly id: string
  readonly rules: BuiltInRule[]
}

/** A rule as files have it: levels with commas or blanks between them, what is left out is any. */
export function ruleOfRow(row: Readonly<Record<string, unknown>>): BuiltInRule | undefined {
  const { qos, retain } = row
  const levels = Array.isArray(qos) ? qos.join(',') : String(qos ?? '').replaceAll(/[\s;,]+/g, ',')
  const kept = retain === 'true' ? true : retain === 'false' ? false : retain === '' ? 'all' : retain
  return rowToRule({ ...row, qos: levels === '' ? '0,1,2' : levels, retain: kept ?? 'all' })
}
