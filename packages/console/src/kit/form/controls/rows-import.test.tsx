import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RowsField } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { FormMachine } from '#kit/form/shell/form-machine.ts'
import { render } from '#testing/render-element.ts'

const field: RowsField = {
  kind: 'rows',
  path: 'data',
  label: 'Rows',
  addLabel: 'Add a row',
  mostRows: 3,
  columns: [
    { kind: 'text', path: 'measurement', label: 'Measurement', isRequired: true },
    {
      kind: 'select',
      path: 'data_type',
      label: 'Type',
      options: ['int32', 'text'].map((value) => ({ value, label: value })),
    },
  ],
}

async function show() {
  const form = new FormMachine({
    sections: [{ id: 'all', title: 'All', fields: [field] }],
    document: { data: [{ measurement: 'there', data_type: 'text' }] },
    plan: () => undefined,
    apply: async () => ({ kind: 'applied' }),
  })
  render(
    <FormStoreContext value={form}>
      <FormField field={field} name={field.path} />
    </FormStoreContext>,
  )
  const user = userEvent.setup()
  const input = await screen.findByLabelText<HTMLInputElement>('CSV file for Rows')
  const give = (text: string) => user.upload(input, new File([text], 'rows.csv', { type: 'text/csv' }))
  const boxes = () =>
    screen.queryAllByRole<HTMLInputElement>('textbox', { name: /Measurement/ }).map(({ value }) => value)
  return { give, boxes }
}

test('takes the rows of a file behind those that are there', async () => {
  const { give, boxes } = await show()
  await give('\uFEFFdata_type,measurement\r\nint32,"a,b"\r\n')
  expect(await screen.findByDisplayValue('a,b')).toBeDefined()
  expect(boxes()).toEqual(['there', 'a,b'])
})

test.each([
  ['measurement,colour\na,b\n', 'The first line must name the columns: measurement,data_type'],
  ['data_type\ntext\n', 'The first line must name the columns: measurement,data_type'],
  ['measurement,data_type\na,text\nb,text,c\n', 'Line 3 is not complete CSV. Nothing was imported.'],
  ['measurement,data_type\na,"text\n', 'Line 2 is not complete CSV. Nothing was imported.'],
  ['measurement,data_type\na,INT\n', 'Line 2: “INT” is not allowed for data_type. Nothing was imported.'],
  ['measurement\na\nb\nc\n', 'At most 3 rows. Nothing was imported.'],
])('says what is wrong with a file, and changes nothing: %j', async (text, words) => {
  const { give, boxes } = await show()
  await give(text)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(boxes()).toEqual(['there'])
})
