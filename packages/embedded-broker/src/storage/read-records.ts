import * as v from 'valibot'
import type { Store } from './store.ts'
import { describeIssues, UnreadableRecord } from './store-errors.ts'

/** Yields the parsed records of a kind; throws `UnreadableRecord` at the first record that this version cannot read. */
export function* readRecords<const Schema extends v.GenericSchema>(
  store: Pick<Store, 'keys' | 'get'>,
  kind: string,
  schema: Schema,
): Iterable<readonly [string, v.InferOutput<Schema>]> {
  for (const key of store.keys(kind)) {
    const parsed = v.safeParse(schema, store.get(kind, key))
    if (!parsed.success) throw new UnreadableRecord(kind, key, describeIssues(parsed.issues))
    yield [key, parsed.output]
  }
}
