import * as v from 'valibot'
import type { FileRow, RowSorter } from '#managed/checked-import/file-reading.ts'
import { ruleImport as m } from '../../../messages/authorization.ts'
import { EntryLedger, type FiledEntry } from './entry-ledger.ts'
import { ruleOfRow } from './rule-of-row.ts'

const needed = ['permission', 'action', 'topic']
const known = [...needed, 'qos', 'retain']
const fieldsSchema = v.record(v.string(), v.string())

/** A line for each rule; those of one name in their order, wherever they stand. */
export function csvRules(name: string, max: number): RowSorter<FiledEntry> {
  const ledger = new EntryLedger(name, max)
  return {
    emptyReason: m.empty,
    noListReason: m.notList(name),
    headFault: (columns) =>
      [name, ...needed].every((column) => columns.includes(column))
        ? undefined
        : m.missing([name, ...known].join(', ')),
    take(row: FileRow) {
      const fields = v.is(fieldsSchema, row.value) ? row.value : {}
      const id = fields[name] ?? ''
      // A line with too few fields may have lost the name itself.
      if (row.fault !== undefined || id === '') return ledger.lose(row, row.fault ?? m.noName(name))
      const rule = ruleOfRow(Object.fromEntries(known.map((column) => [column, fields[column]])))
      if (rule === undefined) ledger.spoil(id, row, m.noRule)
      else ledger.add(id, [rule], row)
    },
    sorted: () => ledger.sorted(),
  }
}
