import * as v from 'valibot'
import type { Store } from '../../storage/store.ts'
import type { StoredTable } from './stored-table.ts'

const recordsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.unknown()])))

/**
 * Puts the records of an archive over those of the store; the others stay, as in EMQX. All or none: what this broker
 * could not read at its next start is not stored. Returns what is wrong.
 */
export async function restoreTable(
  table: StoredTable,
  json: string,
  store: Pick<Store, 'put'>,
): Promise<string | undefined> {
  const records = v.safeParse(recordsSchema, json)
  if (!records.success) return v.summarize(records.issues)
  for (const [key, value] of records.output) {
    const checked = v.safeParse(table.schema, value)
    if (!checked.success) return `record ${JSON.stringify(key)}: ${v.summarize(checked.issues)}`
  }
  await Promise.all(records.output.map(([key, value]) => store.put(table.kind, key, value)))
  table.reload()
  return undefined
}
