import { parseLineProtocol, printLineTemplate } from '@brokerdeck/contract/integration/line-protocol.ts'
import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LinesField } from '#kit/form/field.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { FormMachine } from '#kit/form/shell/form-machine.ts'
import { render } from '#testing/render-element.ts'

const field: LinesField = {
  kind: 'lines',
  path: 'write_syntax',
  label: 'Data',
  isTemplate: true,
  syntax: 'line-protocol',
}

function show(text: string) {
  const form = new FormMachine({
    sections: [{ id: 'all', title: 'All', fields: [field] }],
    document: { write_syntax: text },
    plan: () => undefined,
    apply: async () => ({ kind: 'applied' }),
  })
  render(
    <FormStoreContext value={form}>
      <FormField field={field} name={field.path} />
    </FormStoreContext>,
  )
  return { user: userEvent.setup(), written: () => form.current().values['write_syntax'] }
}

test('shows the parts of a line, and writes what is changed there', async () => {
  const { user, written } = show('weather,place=${topic} temp=${payload.t},n=1i ${timestamp}')
  const measurement = await screen.findByRole('textbox', { name: 'Measurement' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Timestamp' }).value).toBe('${timestamp}')
  const fields = within(screen.getByRole('group', { name: 'Fields' }))
  expect(fields.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
    'temp',
    '${payload.t}',
    'n',
    '1i',
  ])
  await user.clear(measurement)
  await user.type(measurement, 'air')
  await user.click(within(screen.getByRole('group', { name: 'Tags' })).getByRole('button', { name: 'Add' }))
  await user.keyboard('node')
  await user.tab()
  await user.keyboard('${{node}')
  await user.click(fields.getByRole('button', { name: 'Remove row 2' }))
  expect(written()).toBe('air,place=${topic},node=${node} temp=${payload.t} ${timestamp}')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(written())
})

test('leaves a text of several lines as it is', async () => {
  const { user, written } = show('a b=1\nc d=2')
  expect(await screen.findByRole<HTMLTextAreaElement>('textbox')).toHaveProperty('value', 'a b=1\nc d=2')
  await user.click(screen.getByRole('button', { name: 'Parts' }))
  expect(screen.getByText(/This text has no parts to show/)).toBeDefined()
  expect(written()).toBe('a b=1\nc d=2')
})

test('prints what it reads', () => {
  const name = fc
    .stringMatching(/^[a-zA-Z_${}.]{1,8}$/)
    .filter((text) => !/[{}$]/.test(text) || /^\$\{\w+\}$/.test(text))
  const value = fc.oneof(name, fc.constant('"a b, c=d"'), fc.constant('${payload.x y}'), fc.constant('1i'))
  const pairs = fc.array(fc.record({ name, value }), { maxLength: 4 })
  const line = fc.record({
    measurement: name,
    tags: pairs,
    fields: pairs.filter((all) => all.length > 0),
    timestamp: fc.constantFrom('', '${timestamp}', '1'),
  })
  fc.assert(
    fc.property(line, (one) => {
      expect(parseLineProtocol(printLineTemplate(one))).toEqual([one])
    }),
  )
})
