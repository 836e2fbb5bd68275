import type { TableSet } from '@brokerdeck/contract/system/backups.ts'
import type { GenericSchema } from 'valibot'

/** Records of the store that a backup contains. */
export interface StoredTable {
  /** The name of the table in the API. */
  readonly set: TableSet
  /** The kind of the records in the store. */
  readonly kind: string
  /** The schema of a record; an invalid record would keep the broker from starting. */
  readonly schema: GenericSchema
  /** Returns the records in the format of an archive, if the store keeps parts of them elsewhere. */
  readonly records?: () => readonly (readonly [key: string, record: unknown])[]
  /** Reads the records again that the store holds now. */
  reload(): void
}
