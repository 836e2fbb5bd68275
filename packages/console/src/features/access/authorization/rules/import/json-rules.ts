import * as v from 'valibot'
import type { FileRow, RowSorter } from '#managed/checked-import/file-reading.ts'
import { ruleImport as m } from '../../../messages/authorization.ts'
import { EntryLedger, type FiledEntry } from './entry-ledger.ts'
import { ruleOfRow } from './rule-of-row.ts'

const entrySchema = v.looseObject({ rules: v.optional(v.unknown()) })
const rulesSchema = v.array(v.looseObject({}))

/** A list as the API takes it: an entry for each name. */
export function jsonRules(name: string, max: number): RowSorter<FiledEntry> {
  const ledger = new EntryLedger(name, max)
  return {
    emptyReason: m.empty,
    noListReason: m.notList(name),
    headFault: () => undefined,
    take(row: FileRow) {
      const id = v.is(entrySchema, row.value) ? row.value[name] : undefined
      if (typeof id !== 'string' || id === '' || !v.is(entrySchema, row.value)) {
        return ledger.lose(row, m.noName(name))
      }
      if (ledger.has(id)) return ledger.spoil(id, row, m.twice)
      const { rules: given } = row.value
      const rules = v.is(rulesSchema, given) ? given.map(ruleOfRow) : [undefined]
      const whole = rules.filter((rule) => rule !== undefined)
      if (whole.length < rules.length) ledger.spoil(id, row, m.noRule)
      ledger.add(id, whole, row)
    },
    sorted: () => ledger.sorted(),
  }
}
