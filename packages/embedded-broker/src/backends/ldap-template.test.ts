import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderDn, renderFilter } from './ldap-template.ts'

const isAllowed = (name: string) => name === 'username'

test.each([
  ['ann', 'uid=ann,dc=x', '(uid=ann)'],
  ['a,b', 'uid=a\\2cb,dc=x', '(uid=a,b)'],
  ['*)(uid=*', 'uid=*)(uid\\3d*,dc=x', '(uid=\\2a\\29\\28uid=\\2a)'],
  [' #\\', 'uid=\\20\\23\\5c,dc=x', '(uid= #\\5c)'],
])('%s stays one value', (username, dn, filter) => {
  expect(renderDn(`uid=\${username},dc=x`, isAllowed, () => username)).toBe(dn)
  expect(renderFilter(`(uid=\${username})`, isAllowed, () => username)).toBe(filter)
})

test('no name can end its part of a DN or of a filter', () => {
  fc.assert(
    fc.property(fc.string(), (username) => {
      const dn = renderDn(`\${username}`, isAllowed, () => username)
      expect(dn).not.toMatch(/(?<!\\)[,+"<>;]/)
      const filter = renderFilter(`\${username}`, isAllowed, () => username)
      expect(filter).not.toMatch(/[()*\0]/)
    }),
  )
})
