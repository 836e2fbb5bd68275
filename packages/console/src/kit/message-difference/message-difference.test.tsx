import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { encode } from 'cborg'
import { expect, test } from 'vitest'
import { cleanup, render } from '#testing/render-element.ts'
import { MessageDifference } from './message-difference.tsx'

const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) })
type Payload = Parameters<typeof MessageDifference>[0]['before']
const compare = (before: Payload, after: Payload) =>
  render(<MessageDifference label="Difference" before={before} after={after} />)
const lines = () =>
  [...screen.getByRole('region', { name: 'Difference' }).children].map(({ textContent }) => textContent)

test('JSON is compared by its values, in whatever order they come', async () => {
  const user = userEvent.setup()
  compare(bytes('{"id":"a","t":21.50}'), bytes('{ "t": 22, "id": "a" }'))
  expect(lines()).toEqual(['{', '  "id": "a",', 'Removed   "t": 21.50', 'Added   "t": 22', '}'])
  await user.click(screen.getByRole('switch', { name: 'Ignore the order of keys' }))
  expect(lines()).toContain('Removed   "id": "a",')
})

test('the same values in another order are no difference', () => {
  compare(bytes('{"a":1,"b":2}'), bytes('{"b":2,"a":1}'))
  expect(screen.getByText('No difference in this form.')).toBeTruthy()
})

test('CBOR is compared as what it says, other bytes in hex', async () => {
  const user = userEvent.setup()
  compare({ bytes: encode({ t: 1 }) }, { bytes: encode({ t: 2 }) })
  expect(lines()).toEqual(['{', 'Removed   "t": 1', 'Added   "t": 2', '}'])
  await user.click(screen.getByRole('button', { name: 'Hex' }))
  expect(lines()).toHaveLength(2)
  cleanup()
  compare({ bytes: Uint8Array.of(0xff, 0) }, bytes('on'))
  expect(lines()[0]).toContain('ff 00')
})

test('what stayed is folded', () => {
  const text = (last: string) => bytes(Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n') + last)
  compare(text(' old'), text(' new'))
  expect(lines()).toEqual([
    '36 lines the same',
    'line 36',
    'line 37',
    'line 38',
    'Removed line 39 old',
    'Added line 39 new',
  ])
})
