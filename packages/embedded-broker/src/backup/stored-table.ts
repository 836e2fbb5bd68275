import type { TableSet } from '@brokerdeck/contract/backups.ts'
import type { GenericSchema } from 'valibot'

/** Records of the store that belong into a backup. */
export interface StoredTable {
  /** As the API names it. */
  readonly set: TableSet
  /** Of the store. */
  readonly kind: string
  /** What a record has to be; a wrong one would keep the broker from starting. */
  readonly schema: GenericSchema
  /** Takes in what the store holds now. */
  reload(): void
}
