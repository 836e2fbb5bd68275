import type { ReactNode } from 'react'
import type { Field } from '#kit/form/field.ts'
import type { FormValue, FormValues } from '#kit/form/form-value.ts'

/** The field type of a kind. */
export type FieldOf<Kind extends Field['kind']> = FieldsByKind[Kind]
type FieldsByKind = { readonly [One in Field as One['kind']]: One }

/** The props that a field passes to its control. */
export interface ControlProps<F extends Field> {
  readonly field: F
  /** The path of the control's state in the form. */
  readonly name: string
  /** The path under which validation errors find the control: a word and its value count as a single field here. */
  readonly place: string
  /** The id of the element that the label names. */
  readonly id: string
  /** The id of the label itself, for groups and parts. */
  readonly labelId: string
  readonly describedBy?: string | undefined
  readonly hasFault: boolean
  readonly isDisabled: boolean
  /** Draws a field within the field, with its label. In a table row the label is the head of the column. */
  readonly draw: (field: Field, name: string, row?: number) => ReactNode
}

export type ControlOf<F extends Field> = (props: ControlProps<F>) => ReactNode

/** Tells whether the field leaves no choice: its only option has the same meaning as an empty field. */
export const isSoleChoice = (field: Field): boolean =>
  field.kind === 'select' &&
  field.options.length === 1 &&
  field.another === undefined &&
  (field.isOmittedEmpty !== true || field.default === field.options[0]?.value)

/** Returns the attributes of every control that consists of a single element. */
export function controlAttributes({ id, describedBy, field }: ControlProps<Field>) {
  return {
    id,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(field.isRequired === true ? { 'aria-required': true } : {}),
  } as const
}

/** Returns the group attributes of a control that consists of several elements. */
export function groupAttributes({ id, labelId, describedBy }: ControlProps<Field>) {
  return {
    id,
    role: 'group',
    'aria-labelledby': labelId,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  } as const
}

/** Reads the state of each kind from any value; a missing state is empty. */
export const readValue = {
  text: (value: FormValue): string => (typeof value === 'string' ? value : ''),
  texts: (value: FormValue): readonly string[] => items(value).filter((item) => typeof item === 'string'),
  rows: (value: FormValue): readonly FormValues[] => items(value).filter((item) => typeof item !== 'string'),
  /** Returns an object of parts: `{ choice, text }`. */
  parts: (value: FormValue): FormValues => (isParts(value) ? value : {}),
}

function items(value: FormValue): readonly (string | FormValues)[] {
  return isList(value) ? value : []
}

function isList(value: FormValue): value is Extract<FormValue, readonly unknown[]> {
  return Array.isArray(value)
}

function isParts(value: FormValue): value is FormValues {
  return typeof value === 'object' && !isList(value) && !(value instanceof Blob)
}
