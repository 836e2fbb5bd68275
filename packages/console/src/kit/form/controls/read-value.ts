import type { FormValue, FormValues } from '../form-value.ts'

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
