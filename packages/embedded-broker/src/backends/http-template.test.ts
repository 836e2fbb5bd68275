import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpAsk } from './http-resource.ts'
import { type HttpTemplate, httpAsk } from './http-template.ts'

const isAllowed = (name: string) => name === 'username' || name === 'clientid'
const lookUp = (name: string) => (name === 'username' ? 'a&b/c' : undefined)

test.each<[Omit<HttpTemplate, 'headers'> & Partial<HttpTemplate>, Partial<HttpAsk>]>([
  [
    {
      method: 'get',
      url: `http://h/u/\${username}?q=\${username}&c=\${clientid}`,
      body: { b: `\${username}!` },
    },
    { method: 'GET', path: '/u/a%26b%2Fc?q=a%26b%2Fc&c=&b=a%26b%2Fc!', body: undefined },
  ],
  [
    { method: 'post', url: 'http://h', body: { u: `\${username}`, n: 1, deep: { x: [`\${nonsense}`] } } },
    { method: 'POST', path: '/', body: `{"u":"a&b/c","n":1,"deep":{"x":["\${nonsense}"]}}` },
  ],
  [
    {
      method: 'post',
      url: 'http://h/x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { u: `\${username}`, n: 1 },
    },
    { method: 'POST', path: '/x', body: 'u=a%26b%2Fc&n=1' },
  ],
])('%j', (template, ask) => {
  expect(httpAsk({ headers: {}, ...template }, isAllowed, lookUp)).toMatchObject(ask)
})

test('no name can add a line to a header, or leave its part of the path', () => {
  fc.assert(
    fc.property(fc.string(), (username) => {
      const template = {
        method: 'get',
        url: `http://h/\${username}/x`,
        headers: { who: `\${username}` },
      } as const
      const { path, headers } = httpAsk(template, isAllowed, () => username)
      expect(path.split('/')).toHaveLength(3)
      expect(path).not.toMatch(/[?#\s]/)
      expect(headers['who']).not.toMatch(/[\r\n\0]/)
    }),
  )
})
