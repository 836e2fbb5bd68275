import { describe, expect, it, test } from 'vitest'
import type { ImportKind } from './import-kind.ts'
import { fileToSend, formatUserTemplate } from './import-users-dialog.tsx'
import { findHashShape, readUsers } from './read-users.ts'

const { signal } = new AbortController()

const read = (name: string, content: readonly BlobPart[], kind: ImportKind = 'plain') =>
  readUsers(kind)(new File([...content], name), { signal, onProgress: () => undefined })

describe('a file of users', () => {
  it('is read as spreadsheets write it: byte order mark, CRLF, quotes', async () => {
    const reading = await read('u.csv', ['\uFEFFuser_id,password\r\n"a ""b""\nc",1\r\n\r\nd,2\r\n'])
    expect(reading).toMatchObject({
      kind: 'read',
      hasMark: true,
      good: [
        { user_id: 'a "b"\nc', password: '1' },
        { user_id: 'd', password: '2' },
      ],
      bad: [],
    })
  })

  it('counts users that are named twice', async () => {
    expect(await read('u.csv', ['user_id,password\na,1\na,2\n'])).toMatchObject({
      warnings: [expect.stringMatching(/^1 row names a user/)],
    })
  })

  it.each([
    ['u.csv', 'a,b,c\n1,2,3\n', /first line must name the columns: user_id, password/],
    ['u.csv', 'user_id,pass\n1,2\n', /Columns are missing: password/],
    [
      'u.csv',
      '\uFEFFid,User ID,Password\n1,2,3\n',
      /Line 1: Column 2 is called User ID; it must be user_id, in small/,
    ],
    ['u.csv', 'user_id,PASSWORD\n1,2\n', /Line 1: Column 2 is called PASSWORD; it must be password/],
    ['u.csv', '\nuser_id;password\n1;2\n', /Line 2: The columns are separated by semicolons/],
    ['u.csv', 'user_id\tpassword\n1\t2\n', /Line 1: The columns are separated by tabs/],
    [
      'u.json',
      '[\n{"user_id":"a",\n  "is_superuser":FALSE}]',
      /entry 1, line 3, character 18: FALSE is not allowed here/,
    ],
    ['u.json', '[{"user_id":"a"},\n {"user_id" "b"}]', /entry 2, line 2, character 13: " is not allowed/],
    ['u.json', '[{"user_id":"a"},\n ]', /entry 2, line 2, character 2: something is missing here/],
    ['u.json', '[{"user_id":"a"}]\n , {}', /line 2, character 2: there is text after the end/],
    ['u.csv', 'user_id,password\n', /no users/],
    ['u.csv', '', /no users/],
    ['u.json', '{"user_id":"a"}', /must be a list/],
    ['u.json', '[{"user_id":', /no JSON/],
  ])('%s with %j is refused', async (name, content, reason) => {
    expect(await read(name, [content])).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    })
  })

  it('is refused where it is no UTF-8, also in its last bytes', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode('user_id,password\nj'), 0xfc, 0x0a])
    expect(await read('u.csv', [latin])).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/UTF-8.*line 2, character 2 is the byte 0xFC/),
    })
    const cut = new Uint8Array([...new TextEncoder().encode('user_id,password\na,'), 0xe4, 0xb8])
    expect(await read('u.csv', [cut])).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/UTF-8.*line 2, character 3 is the byte 0xE4/),
    })
  })

  it('finds the byte that is no UTF-8 wherever the pieces of a long file end', async () => {
    const encoder = new TextEncoder()
    for (const length of [4092, 4093, 4094, 4095, 4096, 30_000]) {
      const long = new Uint8Array([...encoder.encode(`${'x'.repeat(length)}\n世`), 0xff, 0x0a])
      expect(await read('u.json', ['[\n"', long])).toMatchObject({
        reason: expect.stringMatching(/line 3, character 2 is the byte 0xFF/),
      })
    }
  })

  it('warns of what an earlier conversion has lost', async () => {
    expect(await read('u.csv', ['user_id,password\na,1\nj\uFFFDrg,1\n'])).toMatchObject({
      warnings: [expect.stringMatching(/^1 user has the character �, first in line 3/)],
    })
  })

  it('leaves out whom anybody, or nobody, could connect as', async () => {
    const long = 'x'.repeat(65_536)
    expect(await read('u.csv', [`user_id,password\na,\n${long},p\nb,p\n`])).toMatchObject({
      good: [{ user_id: 'b' }],
      bad: [
        { at: 2, reason: expect.stringMatching(/anybody could connect/) },
        { at: 3, reason: expect.stringMatching(/no client can send it/) },
      ],
    })
    expect(await read('u.json', ['[{"user_id":"a","password":""}]'])).toMatchObject({ good: [] })
  })

  it('warns of names that are not what they look like', async () => {
    expect(await read('u.csv', ['user_id,password\nad\u200bmin,p\nb,p\n'])).toMatchObject({
      good: [{}, {}],
      warnings: [expect.stringMatching(/^1 user has characters .* cannot be seen.*200B/)],
    })
  })

  it('names a quote that never ends where it begins', async () => {
    expect(await read('u.csv', ['user_id,password\na,1\n"b,2\nc,3\n'])).toMatchObject({
      good: [{ user_id: 'a' }],
      bad: [{ at: 3, column: 1, reason: 'A quote that begins here never ends.' }],
    })
  })

  it('is sent as it is, or without its bad rows so that what is left means the same', async () => {
    const good = new File(['user_id,password\na,1\n'], 'Mine.CSV')
    const whole = await readUsers('plain')(good, { signal, onProgress: () => undefined })
    if (whole.kind !== 'read') throw new Error('not read')
    expect(await fileToSend(good, whole, 'plain')).toMatchObject({ name: 'users.csv', size: good.size })
    const mixed = new File(['\uFEFFuser_id,password\n"=a,""b""",  p \n,1\n'], 'u.csv')
    const reading = await readUsers('plain')(mixed, { signal, onProgress: () => undefined })
    if (reading.kind !== 'read') throw new Error('not read')
    const again = await readUsers('plain')(await fileToSend(mixed, reading, 'plain'), {
      signal,
      onProgress: () => undefined,
    })
    expect(again).toMatchObject({ good: [{ user_id: '=a,"b"', password: '  p ' }], bad: [] })
  })

  it.each(['plain', 'hash'] as const)('can be made from the template for %s', async (kind) => {
    expect(await read('u.csv', [formatUserTemplate(kind)], kind)).toMatchObject({ good: [{}, {}], bad: [] })
  })

  it('may have many rows, and tells meanwhile how far it is', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `device-${at},secret-${at},false\n`)
    const shares: number[] = []
    const file = new File(['user_id,password,is_superuser\n', ...rows], 'u.csv')
    const reading = await readUsers('plain')(file, { signal, onProgress: (share) => shares.push(share) })
    expect(reading).toMatchObject({ kind: 'read', bad: [], warnings: [] })
    expect(reading.kind === 'read' && reading.good.length).toBe(20_000)
    expect(shares.length).toBeGreaterThan(5)
  })
})

describe('the shape of a hash', () => {
  const hex = (length: number) => 'a1'.repeat(length)
  const bcrypt = `$2b$10$${'a'.repeat(53)}`

  test.each<readonly [algorithm: object, hash: string, isOne: boolean | undefined]>([
    [{ name: 'sha256' }, hex(32), true],
    [{ name: 'sha256' }, 'nonsense', false],
    [{ name: 'sha256' }, hex(20), false],
    [{ name: 'sha' }, hex(20), true],
    [{ name: 'sha512' }, hex(64), true],
    [{ name: 'md5' }, hex(16), true],
    [{ name: 'bcrypt' }, bcrypt, true],
    [{ name: 'bcrypt' }, hex(30), false],
    [{ name: 'pbkdf2', mac_fun: 'sha256' }, hex(32), true],
    [{ name: 'pbkdf2', mac_fun: 'sha256', dk_length: 16 }, hex(16), true],
    [{ name: 'plain' }, 'anything', undefined],
    [{ name: 'of tomorrow' }, 'anything', undefined],
  ])('of %j, %s is a hash: %s', (password_hash_algorithm, hash, isOne) => {
    expect(findHashShape({ password_hash_algorithm })?.pattern.test(hash)).toBe(isOne)
  })

  test('of an authenticator without passwords nothing is known', () => {
    expect(findHashShape({ mechanism: 'jwt' })).toBeUndefined()
  })
})
