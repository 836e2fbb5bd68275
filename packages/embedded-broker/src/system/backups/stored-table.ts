import type { TableSet } from '@brokerdeck/contract/system/backups.ts'
import type { GenericSchema } from 'valibot'

/** Records of the store that belong into a backup. */
export interface StoredTable {
  /** As the API names it. */
  readonly set: TableSet
  /** Of the store. */
  readonly kind: string
  /** What a record has to be; a wrong one would keep the broker from starting. */
  readonly schema: GenericSchema
  /** The records as an archive has them, if the store keeps parts of them elsewhere. */
  readonly records?: () => readonly (readonly [key: string, record: unknown])[]
  /** Takes in what the store holds now. */
  reload(): void
}
