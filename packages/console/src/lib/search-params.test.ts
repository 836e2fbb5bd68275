import { expect, it } from 'vitest'
import { parseSearchParams, printSearchParams } from './search-params.ts'

it('never guesses types, and keeps repeated keys', () => {
  expect(parseSearchParams('?clientid=0042&on=true&username=a&username=b')).toEqual({
    clientid: '0042',
    on: 'true',
    username: ['a', 'b'],
  })
})

it('prints only what was chosen', () => {
  expect(printSearchParams({ page: 2, q: '', node: undefined, username: ['a', 'b&'] })).toBe(
    '?page=2&username=a&username=b%26',
  )
})
