import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUserFile, UserFileError } from './user-file.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('any text survives in a quoted field', () => {
  const rows = fc.array(fc.record({ user_id: fc.string(), password: fc.string() }), { minLength: 1 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), (users, end) => {
      const lines = users.map(({ user_id, password }) => `${quoted(user_id)},${quoted(password)}`)
      const text = ['user_id,password', ...lines].join(end)
      expect(readUserFile('users.csv', text)).toEqual(users)
    }),
  )
})

test('any text is read or refused in words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', 'é', '\0') }), (text) => {
      try {
        readUserFile('users.csv', `user_id,password\n${text}`)
      } catch (error) {
        expect(error).toBeInstanceOf(UserFileError)
      }
    }),
  )
})

test('columns may stand in any order, and a file may end without a line break', () => {
  expect(readUserFile('u.csv', 'is_superuser,user_id,password\ntrue,a,\nfalse,b,"x"')).toEqual([
    { is_superuser: true, user_id: 'a', password: '' },
    { is_superuser: false, user_id: 'b', password: 'x' },
  ])
})
