import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { GenericSchema } from 'valibot'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** A list that the broker takes as a whole, and the form of one of its entries. */
export interface ListForm<Row extends object> {
  readonly list: WholeList<Row>
  /** Makes an entry of what the form says. */
  readonly row: GenericSchema<unknown, Row>
  readonly sections: readonly Section[]
  /** What a new entry begins with. */
  readonly initial: Partial<Row>
  /** The maximum number of subscriptions that the broker accepts. */
  readonly max: number
  /** How an entry is called in the names of its controls. */
  readonly formatName: (row: Row) => string
  /** Whether their order means something. */
  readonly isOrdered: boolean
  /** Rules across fields and against the other entries. */
  readonly check?: (document: ApiDocument, others: readonly Row[]) => readonly FormFault[]
  readonly words: {
    readonly title: string
    readonly summary: (count: number, max: number) => string
    /** The table's accessible name. */
    readonly label: string
    readonly emptyTitle: string
    readonly emptyText: string
    readonly add: string
    readonly addTitle: string
    readonly editTitle: string
    readonly added: string
    readonly saved: string
    readonly removed: string
    /** Under the question whether to delete one. */
    readonly removeBody: (name: string) => string
    readonly impact: string
  }
}

/** A list that the broker takes only as a whole: whoever writes last wins, so it is read again before. */
export interface WholeList<Row> {
  readonly endpoint: Endpoint
  readonly read: () => Promise<readonly Row[]>
  readonly write: (rows: readonly Row[]) => Promise<unknown>
}
