import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import type { Filter, FilterValues } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'

const filters: readonly Filter[] = [
  { kind: 'text', label: 'Client ID', exact: 'clientid', contains: 'like_clientid', isMain: true },
  {
    kind: 'select',
    label: 'State',
    key: 'conn_state',
    options: [{ value: 'connected', label: 'Connected' }],
  },
  { kind: 'number', label: 'QoS', key: 'qos', min: 0, max: 2 },
]

function Filtered({ initial = {} }: { readonly initial?: FilterValues }) {
  const [values, setValues] = useState<FilterValues>(initial)
  return (
    <>
      <FilterBar filters={filters} values={values} onChange={setValues} />
      <output>{new URLSearchParams(values).toString()}</output>
    </>
  )
}

const url = () => screen.getByRole('status').textContent

test('a text is matched exactly or as a part, and only when it is complete', async () => {
  const user = userEvent.setup()
  render(<Filtered />)
  const input = screen.getByRole('searchbox', { name: 'Client ID' })
  await user.type(input, '0042')
  expect(url()).toBe('')
  await user.keyboard('{Enter}')
  expect(url()).toBe('clientid=0042')
  await user.selectOptions(screen.getByRole('combobox', { name: 'How Client ID is matched' }), 'contains')
  expect(url()).toBe('like_clientid=0042')
})

test('an operator that finds more than a part says so', () => {
  const pattern = {
    kind: 'text',
    label: 'Value',
    exact: 'who',
    contains: 'like_who',
    containsWord: 'matches',
    isMain: true,
  } as const
  render(<FilterBar filters={[pattern]} values={{}} onChange={() => undefined} />)
  expect(screen.getByRole('option', { name: 'matches' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'contains' })).toBeNull()
})

test('the others show as chips that can be removed one by one or all', async () => {
  const user = userEvent.setup()
  render(<Filtered initial={{ clientid: 'a', conn_state: 'connected', qos: '1' }} />)
  expect(screen.getByRole('searchbox', { name: 'Client ID' })).toHaveProperty('value', 'a')
  expect(screen.getByText('Connected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove State' }))
  expect(url()).toBe('clientid=a&qos=1')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(url()).toBe('')
  expect(screen.getByRole('searchbox', { name: 'Client ID' })).toHaveProperty('value', '')
})

test('a number out of range is not applied', async () => {
  const user = userEvent.setup()
  render(<Filtered />)
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const qos = screen.getByRole('spinbutton', { name: 'QoS' })
  await user.type(qos, '7{Enter}')
  expect(url()).toBe('')
  await user.clear(qos)
  await user.type(qos, '2{Enter}')
  expect(url()).toBe('qos=2')
  // The focus stays in the field, so that keyboard users can continue from there.
  expect(document.activeElement).toBe(qos)
  await user.keyboard('{Backspace}1{Enter}')
  expect(url()).toBe('qos=1')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  expect(screen.getByRole('spinbutton', { name: 'QoS' })).toHaveProperty('value', '')
})
