import { useFormState, useFormStore } from './form-store.ts'
import type { FormValue } from './form-value.ts'
import { formValueAt } from './values-at.ts'

interface FieldState {
  readonly value: FormValue
  readonly change: (value: FormValue) => void
}

/** What stands in the form at `name`, and how to change it. */
export function useFieldState(name: string): FieldState {
  const store = useFormStore()
  const value = useFormState(({ values }) => formValueAt(values, name))
  return { value, change: (next) => store.change(name, next) }
}
