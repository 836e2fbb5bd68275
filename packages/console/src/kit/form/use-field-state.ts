import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValue, FormValues } from './field.ts'
import { useFormMeta } from './form-meta.ts'

interface FieldState {
  readonly value: FormValue
  readonly change: (value: FormValue) => void
  readonly fault: string | undefined
}

/**
 * What stands in the form at `name`, and how to change it. Watched instead of registered: a registered field does not
 * hear when an object or a list that holds it is set as a whole.
 */
export function useFieldState(name: string): FieldState {
  const { control, setValue } = useFormContext<FormValues>()
  const value: FormValue = useWatch({ control, name })
  const { faults } = useFormMeta()
  return { value, change: (next) => setValue(name, next), fault: faults.get(name) }
}
