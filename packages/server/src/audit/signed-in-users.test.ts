import { expect, it } from 'vitest'
import { SignedInUsers } from './signed-in-users.ts'

const day = 24 * 60 * 60 * 1000
const unknown = { user: 'unknown', auth: 'unknown session' }

it('forgets the session that wrote longest ago when there are too many', () => {
  const users = new SignedInUsers(2)
  users.remember('a', 'ann')
  users.remember('b', 'bert', 'ldap')
  expect(users.find('Bearer a')).toEqual({ user: 'ann', auth: 'session' })
  users.remember('c', 'carl')
  expect(users.find('Bearer b')).toEqual(unknown)
  expect(users.find('bearer a')).toMatchObject({ user: 'ann' })
  expect(users.find('Bearer c')).toMatchObject({ user: 'carl' })
})

it('forgets a session that wrote nothing for a week', () => {
  let now = 0
  const users = new SignedInUsers(2, () => now)
  users.remember('a', 'ann')
  now += 6 * day
  expect(users.find('Bearer a')).toMatchObject({ user: 'ann' })
  now += 8 * day
  expect(users.find('Bearer a')).toEqual(unknown)
})

it.each([
  ['Basic !!!', 'unknown', 'none'],
  [`Basic ${btoa('hunTer2')}`, 'unknown', 'none'],
  [`Basic ${btoa('key:hunTer2:x')}`, 'key', 'API key'],
  ['Digest x', 'unknown', 'none'],
  [undefined, 'unknown', 'none'],
])('reads %s', (header, user, auth) => {
  expect(new SignedInUsers().find(header)).toEqual({ user, auth })
})
