import fc from 'fast-check'
import { expect, test } from 'vitest'
import { banned } from './access/banned.ts'
import { buildPath, canAddress, fromSearch, toSearch, UnaddressableError } from './endpoint.ts'
import { clients } from './traffic/clients.ts'

test('lists are repeated keys and nothing is sent for what is not given', () => {
  const query = { clientid: ['a', 'b'], limit: 20, clean_start: false, node: undefined, like_username: '' }
  expect(toSearch(query).toString()).toBe('clientid=a&clientid=b&limit=20&clean_start=false&like_username=')
  expect(toSearch(undefined).toString()).toBe('')
})

test('any query survives the address', () => {
  const value = fc.string({ unit: 'grapheme' })
  const query = fc.dictionary(value, fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 4 })))
  fc.assert(
    fc.property(query, (asked) => {
      const address = new URL(`http://broker/?${toSearch(asked)}`)
      expect({ ...fromSearch(address.searchParams) }).toEqual({ ...asked })
    }),
  )
})

test('any client id that can be addressed survives the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }).filter(canAddress), (clientid) => {
      const { pathname } = new URL(`http://broker/api/v5${buildPath(clients.get, { clientid })}`)
      const segments = pathname.split('/')
      expect(segments.length).toBe(5)
      expect(decodeURIComponent(segments[4] ?? '')).toBe(clientid)
    }),
  )
})

test.each(['', '.', '..', '\ud800'])('a path that would mean something else is not built: %j', (who) => {
  expect(() => buildPath(banned.remove, { as: 'clientid', who })).toThrow(UnaddressableError)
})
