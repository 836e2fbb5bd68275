import type { ReactNode } from 'react'
import type { Field } from '../field.ts'

/** The field of a kind. */
export type FieldOf<Kind extends Field['kind']> = FieldsByKind[Kind]
type FieldsByKind = { readonly [One in Field as One['kind']]: One }

/** What the drawing of a field gives to its control. */
export interface ControlProps<F extends Field> {
  readonly field: F
  /** Where its state stands in the form. */
  readonly name: string
  /** Where faults look for it: not within the state of a word or a value, which is one field to everybody else. */
  readonly place: string
  /** Of the element that the label names. */
  readonly id: string
  /** Of the label itself, for groups and parts. */
  readonly labelId: string
  readonly describedBy?: string | undefined
  readonly hasFault: boolean
  readonly isDisabled: boolean
  /** A field within the field, with its label. In a row of a table the label is the head of the column. */
  readonly draw: (field: Field, name: string, row?: number) => ReactNode
}

export type ControlOf<F extends Field> = (props: ControlProps<F>) => ReactNode
