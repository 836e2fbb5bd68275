import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Field } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { FormMachine } from '#kit/form/shell/form-machine.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { render } from '#testing/render-element.ts'

const field = { kind: 'lines', path: 'sql', label: 'SQL', isTemplate: true, syntax: 'sql' } as const

function show(one: Field = field) {
  const form = new FormMachine({
    sections: [{ id: 'all', title: 'All', fields: [one] }],
    document: {},
    plan: () => undefined,
    apply: async () => ({ kind: 'applied' }),
  })
  const columns = ['clientid', 'payload', 'payload.temperature']
  render(
    <TemplateHelpContext
      value={{
        columns,
        render: (template, { syntax, isMissingNull } = {}) =>
          `${syntax}${isMissingNull ? ' null' : ''}: ${template.replace('${clientid}', 'plc-1')}`,
      }}
    >
      <FormStoreContext value={form}>
        <FormField field={one} name={one.path} />
      </FormStoreContext>
    </TemplateHelpContext>,
  )
  return { user: userEvent.setup(), box: screen.getByRole<HTMLTextAreaElement>('textbox'), form }
}

const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('completes the columns of the rule, and shows what becomes of a message', async () => {
  const { user, box, form } = show()
  await user.type(box, 'values (${{pay')
  expect(offered()).toEqual(['payload', 'payload.temperature'])
  await user.keyboard('{ArrowDown}')
  expect(box.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'payload.temperature', selected: true }).id,
  )
  await user.keyboard('{Enter}')
  expect(form.current().values).toEqual({ sql: 'values (${payload.temperature}' })
  expect(offered()).toEqual([])
  await user.keyboard(', $')
  await user.click(screen.getByRole('option', { name: 'clientid' }))
  await user.keyboard(')')
  expect(box.value).toBe('values (${payload.temperature}, ${clientid})')
  expect(screen.getByRole('status').textContent).toBe('sql: values (${payload.temperature}, plc-1)')
})

test('takes the place of what is there of a placeholder, and gives the keys back with Escape', async () => {
  const { user, box } = show({ ...field, kind: 'text' })
  await user.type(box, '${{x}', {})
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Delete}c')
  expect(offered()).toEqual(['clientid'])
  await user.keyboard('{Escape}')
  expect(offered()).toEqual([])
  await user.keyboard('l')
  await user.keyboard('{Tab}')
  expect(box.value).toBe('${clientid}')
})
