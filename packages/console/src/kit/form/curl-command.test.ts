import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

const secretPaths = ['ssl.password', 'rows.*.token']

/** The arguments that a shell gives to curl. */
function readByShell(command: string): readonly string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`
  const env = {
    URL: 'http://broker',
    KEY: 'key',
    SECRET: 'secret',
    PASSWORD: 'p w',
    TOKEN: 't1',
    TOKEN_2: 't2',
  }
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('is a request that a shell makes as the form would', () => {
  const body = {
    name: "it's",
    ssl: { password: 'hunter1' },
    rows: [{ token: 'hunter2' }, { token: 'hunter3' }],
  }
  const command = curlCommand({ method: 'PUT', path: '/a?b=c', body, secretPaths })
  expect(command).not.toContain('hunter')
  const [x, method, url, u, user, h, header, d, data = ''] = readByShell(command)
  expect([x, method, url]).toEqual(['-X', 'PUT', 'http://broker/api/v5/a?b=c'])
  expect([u, user, h, header, d]).toEqual(['-u', 'key:secret', '-H', 'Content-Type: application/json', '-d'])
  expect(JSON.parse(data)).toEqual({
    name: "it's",
    ssl: { password: 'p w' },
    rows: [{ token: 't1' }, { token: 't2' }],
  })
})

it('keeps what a header says of who asks', () => {
  const headers = { Authorization: 'Bearer hunter2', 'X-Api-Key': 'hunter3', Accept: 'text/plain' }
  const command = curlCommand({ method: 'PUT', path: '/a', body: { push: { headers } }, secretPaths: [] })
  expect(command).not.toContain('hunter')
  expect(command).toContain('text/plain')
})

it('says "as it is" as the broker does, and needs no body', () => {
  const command = curlCommand({
    method: 'PUT',
    path: '/a',
    body: { ssl: { password: '******' } },
    secretPaths,
  })
  expect(command).toContain('"password": "******"')
  expect(readByShell(curlCommand({ method: 'POST', path: "/it's", secretPaths }))).toHaveLength(5)
})

test('no text gets out of its quotes', () => {
  const hostile = fc.oneof(
    fc.constantFrom("'; exit 3; '", '$(id)', '`id`', '"$HOME"', '\\', "'\\''", '\n', '!!'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile, { maxKeys: 3 }), (body) => {
      const data = readByShell(curlCommand({ method: 'PUT', path: '/a', body, secretPaths })).at(-1)
      expect(JSON.parse(data ?? '')).toEqual(JSON.parse(JSON.stringify(body)))
    }),
    { numRuns: 30 },
  )
})

it('prints an object for the place where it stands, however often it was printed before', () => {
  const held = { name: 'one', password: 'hunter2' }
  const shown = { name: 'one', note: 'plain' }
  const print = (body: unknown, paths: readonly string[]) =>
    curlCommand({ method: 'PUT', path: '/a', body, secretPaths: paths })
  expect(print({ a: shown, b: { c: shown } }, [])).toBe(
    print({ a: { ...shown }, b: { c: { ...shown } } }, []),
  )
  expect(print({ a: shown, ssl: held, other: held }, [])).toContain('$PASSWORD_2')
  expect(print({ ssl: held }, [])).toContain('$PASSWORD"')
  const hidden = print({ a: shown }, ['a.note'])
  expect([hidden.includes('plain'), hidden.includes('$NOTE"')]).toEqual([false, true])
})
