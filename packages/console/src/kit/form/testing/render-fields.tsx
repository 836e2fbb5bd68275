import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { render } from '#testing/render-element.ts'
import { documentToForm } from '../document.ts'
import type { Field, FormValues } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { type FormMeta, FormMetaContext } from '../form-meta.ts'

const plain: FormMeta = {
  isChanged: () => false,
  faults: new Map(),
  cautions: new Map(),
  isLocked: false,
  isNew: false,
  overrides: new Map(),
  leave: () => undefined,
}

interface PageProps {
  readonly fields: readonly Field[]
  readonly document: Record<string, unknown>
  readonly meta: Partial<FormMeta>
  readonly onForm: (form: UseFormReturn<FormValues>) => void
}

/** A form with these fields and what the broker has, as any page would show it. */
function Page({ fields, document, meta, onForm }: PageProps) {
  const form = useForm<FormValues>({
    defaultValues: documentToForm([{ id: 'all', title: 'All', fields }], document),
  })
  onForm(form)
  return (
    <FormProvider {...form}>
      <FormMetaContext value={{ ...plain, ...meta }}>
        {fields.map((field) => (
          <FormField key={field.path} field={field} name={field.path} />
        ))}
      </FormMetaContext>
    </FormProvider>
  )
}

/** For tests: these fields on a page of their own, and what comes of them. */
export function renderFields(
  fields: readonly Field[],
  document: Record<string, unknown> = {},
  meta: Partial<FormMeta> = {},
) {
  const forms: UseFormReturn<FormValues>[] = []
  render(<Page fields={fields} document={document} meta={meta} onForm={(form) => forms.push(form)} />)
  const [form] = forms
  if (form === undefined) throw new Error('nothing was rendered')
  return {
    user: userEvent.setup(),
    values: () => form.getValues(),
    form,
    box: (name: string) => screen.getByRole('textbox', { name }),
  }
}
