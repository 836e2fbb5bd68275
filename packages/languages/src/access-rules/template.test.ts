import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTemplate, renderStrictly, renderTemplate } from './template.ts'

const values = new Map([
  ['clientid', 'c1'],
  ['client_attrs.site', 'north'],
])
const isAllowed = (name: string) => values.has(name) || name === 'username'
const lookUp = (name: string) => values.get(name)

test.each([
  ['a/b', 'a/b', 'a/b'],
  [`\${clientid}/\${client_attrs.site}`, 'c1/north', 'c1/north'],
  [`\${.clientid}`, 'c1', 'c1'],
  [`\${username}/x`, '/x', undefined],
  [`\${nonsense}/\${clientid}`, `\${nonsense}/c1`, `\${nonsense}/c1`],
  [`\${$}{clientid}`, `\${clientid}`, `\${clientid}`],
  [`\${clientid`, `\${clientid`, `\${clientid`],
  ['', '', ''],
])('%s', (text, loosely, strictly) => {
  const template = parseTemplate(text, isAllowed)
  expect(renderTemplate(template, lookUp)).toBe(loosely)
  expect(renderStrictly(template, lookUp)).toBe(strictly)
})

test('a text without a dollar is itself', () => {
  const text = fc.string().filter((one) => !one.includes('$'))
  fc.assert(
    fc.property(text, (one) => {
      expect(renderStrictly(parseTemplate(one, isAllowed), lookUp)).toBe(one)
    }),
  )
})
