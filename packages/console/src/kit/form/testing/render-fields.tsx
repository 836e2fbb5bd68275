import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import type { Field } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { FormMachine } from '#kit/form/shell/form-machine.ts'
import type { FormSpec } from '#kit/form/shell/form-spec.ts'
import { render } from '#testing/render-element.ts'

/** Renders a form with these fields and a document of the broker, as any page shows it, and returns the values. */
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
