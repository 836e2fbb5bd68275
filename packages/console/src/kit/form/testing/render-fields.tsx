import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { render } from '#testing/render-element.ts'
import type { Field } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { FormStoreContext } from '../form-store.ts'
import { FormMachine } from '../shell/form-machine.ts'
import type { FormSpec } from '../shell/form-spec.ts'

/** For tests: a form with these fields and what the broker has, as any page would show it, and what comes of it. */
export function renderFields(
  fields: readonly Field[],
  document: Record<string, unknown> = {},
  check: NonNullable<FormSpec['check']> = () => [],
) {
  const form = new FormMachine({
    sections: [{ id: 'all', title: 'All', fields }],
    document,
    check,
    plan: () => undefined,
    apply: async () => ({ kind: 'applied' }),
  })
  render(
    <FormStoreContext value={form}>
      {fields.map((field) => (
        <FormField key={field.path} field={field} name={field.path} />
      ))}
    </FormStoreContext>,
  )
  return {
    user: userEvent.setup(),
    values: () => form.current().values,
    form,
    box: (name: string) => screen.getByRole('textbox', { name }),
  }
}
