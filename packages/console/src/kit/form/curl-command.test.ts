import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

const secretPaths = ['ssl.password', 'rows.*.token']

/** Returns the arguments that a shell passes to curl, for each command. All commands share one shell process. */
function readByShell(commands: readonly string[]): readonly (readonly string[])[] {
  // The number of arguments is printed before the arguments.
  const print = `curl() { printf '%s\\0' "$#" "$@"; }`
  const script = [print, ...commands].join('\n')
  const env = {
    URL: 'http://broker',
    KEY: 'key',
    SECRET: 'secret',
    PASSWORD: 'p w',
    TOKEN: 't1',
    TOKEN_2: 't2',
  }
  const words = execFileSync('/bin/sh', { input: script, env, encoding: 'utf8' }).split('\0').slice(0, -1)
  return commands.map(() => words.splice(0, Number(words.shift())))
}

it('is a request that a shell makes as the form would', () => {
  const body = {
    name: "it's",
    ssl: { password: 'hunter1' },
    rows: [{ token: 'hunter2' }, { token: 'hunter3' }],
  }
  const command = curlCommand({ method: 'PUT', path: '/a?b=c', body, secretPaths })
  expect(command).not.toContain('hunter')
  const [x, method, url, u, user, h, header, d, data = ''] = readByShell([command])[0] ?? []
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
  expect(readByShell([curlCommand({ method: 'POST', path: "/it's", secretPaths })])[0]).toHaveLength(5)
})

test('no text gets out of its quotes', () => {
  const hostile = fc.oneof(
    fc.constantFrom("'; exit 3; '", '$(id)', '`id`', '"$HOME"', '\\', "'\\''", '\n', '!!'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(hostile, hostile, { maxKeys: 3 }), { minLength: 30, maxLength: 30 }),
      (bodies) => {
        const commands = bodies.map((body) => curlCommand({ method: 'PUT', path: '/a', body, secretPaths }))
        const read = readByShell(commands).map((words) => JSON.parse(words.at(-1) ?? ''))
        expect(read).toEqual(JSON.parse(JSON.stringify(bodies)))
      },
    ),
    { numRuns: 2 },
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
