import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Field } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { FormMachine } from '#kit/form/shell/form-machine.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { render } from '#testing/render-element.ts'

function show(field: Field, value: unknown) {
  const form = new FormMachine({
    sections: [{ id: 'all', title: 'All', fields: [field] }],
    document: { [field.path]: value },
    plan: () => undefined,
    apply: async () => ({ kind: 'applied' }),
  })
  render(
    <TemplateHelpContext value={{ columns: ['topic', 'payload', 'payload.t'] }}>
      <FormStoreContext value={form}>
        <FormField field={field} name={field.path} />
      </FormStoreContext>
    </TemplateHelpContext>,
  )
  return { user: userEvent.setup(), written: () => form.current().values[field.path] }
}

const sql: Field = {
  kind: 'lines',
  path: 'sql',
  label: 'SQL',
  isTemplate: true,
  syntax: 'sql',
  mostColumns: 3,
}

test('shows the columns of a row, and takes more of them from a file', async () => {
  const { user, written } = show(sql, "insert into t(ts, id) values (${ts}, '${id}')")
  const columns = within(await screen.findByRole('group', { name: 'Columns' }))
  expect(columns.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
    'ts',
    '${ts}',
    'id',
    "'${id}'",
  ])
  const give = (text: string) =>
    user.upload(screen.getByLabelText('CSV file for SQL'), new File([text], 'rows.csv', { type: 'text/csv' }))
  await give('name,value\nt,${payload.t}\n')
  await screen.findByDisplayValue('${payload.t}')
  expect(written()).toBe("insert into t(ts, id, t) values (${ts}, '${id}', ${payload.t})")
  await give('name,value\nu,1\n')
  expect((await screen.findByRole('alert')).textContent).toBe('At most 3 rows. Nothing was imported.')
  await user.click(columns.getByRole('button', { name: 'Remove row 2' }))
  await user.type(screen.getByRole('textbox', { name: 'Into table' }), '_msg')
  expect(written()).toBe('insert into t_msg(ts, t) values (${ts}, ${payload.t})')
})

test('leaves any other statement as it is', async () => {
  const text = 'insert into ${place} using meters tags (1) values (${ts}, 1)'
  show(sql, text)
  expect(await screen.findByRole<HTMLTextAreaElement>('textbox')).toHaveProperty('value', text)
})

test('adds the columns that a message has and the list does not name', async () => {
  const list: Field = {
    kind: 'list',
    path: 'order',
    label: 'Columns',
    itemLabel: 'Column',
    of: 'text',
    isOfColumns: true,
  }
  const { user, written } = show(list, ['payload'])
  await user.click(screen.getByRole('button', { name: 'Add 1 column of the message' }))
  expect(written()).toEqual(['payload', 'topic'])
})
