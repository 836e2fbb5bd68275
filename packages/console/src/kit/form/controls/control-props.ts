import type { ReactNode } from 'react'
import type { Field } from '#kit/form/field.ts'
import type { FormValue, FormValues } from '#kit/form/form-value.ts'

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

/** There is nothing to choose: the only option is what an empty field means, too. */
export const isSoleChoice = (field: Field): boolean =>
  field.kind === 'select' &&
  field.options.length === 1 &&
  field.another === undefined &&
  (field.isOmittedEmpty !== true || field.default === field.options[0]?.value)

/** What every control of one element says of itself. */
export function controlAttributes({ id, describedBy, field }: ControlProps<Field>) {
  return {
    id,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(field.isRequired === true ? { 'aria-required': true } : {}),
  } as const
}

/** What a control of several elements says of the whole. */
export function groupAttributes({ id, labelId, describedBy }: ControlProps<Field>) {
  return {
    id,
    role: 'group',
    'aria-labelledby': labelId,
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  } as const
}

/** Reads the state of a kind out of whatever stands there; what is missing is empty. */
export const readValue = {
  text: (value: FormValue): string => (typeof value === 'string' ? value : ''),
  texts: (value: FormValue): readonly string[] => items(value).filter((item) => typeof item === 'string'),
  rows: (value: FormValue): readonly FormValues[] => items(value).filter((item) => typeof item !== 'string'),
  /** An object of parts: `{ choice, text }`. */
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
