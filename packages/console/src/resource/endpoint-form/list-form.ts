import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { GenericSchema } from 'valibot'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** A list that the broker only accepts as a whole, and the form for its entries. */
export interface ListForm<Row extends object> {
  readonly list: WholeList<Row>
  /** The schema that turns a form's document into an entry. */
  readonly row: GenericSchema<unknown, Row>
  readonly sections: readonly Section[]
  /** The initial values of a new entry. */
  readonly initial: Partial<Row>
  /** The maximum number of subscriptions that the broker accepts. */
  readonly max: number
  /** Returns the name of an entry for the labels of its controls. */
  readonly formatName: (row: Row) => string
  /** True if the order of the entries matters. */
  readonly isOrdered: boolean
  /** Checks rules across fields and against the other entries. */
  readonly check?: (document: ApiDocument, others: readonly Row[]) => readonly FormFault[]
  readonly words: {
    readonly title: string
    readonly summary: (count: number, max: number) => string
    /** The accessible name of the table. */
    readonly label: string
    readonly emptyTitle: string
    readonly emptyText: string
    readonly add: string
    readonly addTitle: string
    readonly editTitle: string
    readonly added: string
    readonly saved: string
    readonly removed: string
    /** Returns the text of the confirmation for deleting an entry. */
    readonly removeBody: (name: string) => string
    readonly impact: string
  }
}

/** A list that the broker only accepts as a whole: the last write wins, so the list is read again before writing. */
export interface WholeList<Row> {
  readonly endpoint: Endpoint
  readonly read: () => Promise<readonly Row[]>
  readonly write: (rows: readonly Row[]) => Promise<unknown>
}
