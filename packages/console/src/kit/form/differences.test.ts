import { describe, expect, it, test } from 'vitest'
import { createBodyList, listDifferences } from './differences.ts'
import type { Section } from './field.ts'
import { secretPaths } from './secret-paths.ts'

describe('differencesOf', () => {
  it('names each setting as the API spells it', () => {
    const before = { a: { b: 1, c: 'x' }, list: [1, 2], gone: null }
    const after = { a: { b: 2, c: 'x', d: {} }, list: [1, 2, 3] }
    expect(listDifferences(before, after, [])).toEqual([
      { path: 'a.b', before: '1', after: '2', kind: 'changed' },
      { path: 'a.d', after: '{}', kind: 'added' },
      { path: 'list', before: '[1,2]', after: '[1,2,3]', kind: 'changed' },
      { path: 'gone', before: 'null', kind: 'removed' },
    ])
    expect(listDifferences(before, structuredClone(before), [])).toEqual([])
  })

  it('does not take the rows below a removed one for changed', () => {
    const rows = [{ topic: 'a' }, { topic: 'b' }, { topic: 'c' }]
    expect(listDifferences({ rows }, { rows: rows.toSpliced(0, 1) }, [])).toEqual([
      { path: 'rows.0.topic', before: '"a"', kind: 'removed' },
    ])
    expect(listDifferences({ rows }, { rows: [...rows, { topic: 'd' }] }, [])).toEqual([
      { path: 'rows.3.topic', after: '"d"', kind: 'added' },
    ])
    // A row is added that equals an existing row, or one of two equal rows is removed.
    expect(listDifferences({ rows }, { rows: [...rows, { topic: 'c' }] }, [])).toEqual([
      { path: 'rows.3.topic', after: '"c"', kind: 'added' },
    ])
    expect(listDifferences({ rows: [...rows, { topic: 'c' }] }, { rows }, [])).toEqual([
      { path: 'rows.3.topic', before: '"c"', kind: 'removed' },
    ])
  })

  it('keeps texts of several lines as they are, so that they can be compared by line', () => {
    const texts = (before: unknown, after: unknown, hidden: readonly string[] = []) =>
      listDifferences({ a: before }, { a: after }, hidden).map((one) => one.texts)
    expect(texts('x\ny', 'x\nz')).toEqual([{ before: 'x\ny', after: 'x\nz' }])
    expect(texts(undefined, 'x\nz')).toEqual([{ before: undefined, after: 'x\nz' }])
    expect(texts('x', 'y')).toEqual([undefined])
    expect(texts(1, 'x\nz')).toEqual([undefined])
    expect(texts('hunter\n1', 'hunter\n2', ['a'])).toEqual([undefined])
  })

  it('never shows a secret, whatever takes its place', () => {
    const hidden = ['auth.token', 'rows.*.pin']
    const said = (before: unknown, after: unknown) => listDifferences(before, after, hidden)
    expect(said({ auth: { token: 'hunter1' } }, { auth: { token: 'hunter2' } })).toEqual([
      { path: 'auth.token', before: '(stored)', after: '(new value, hidden)', kind: 'changed' },
    ])
    expect(said({ auth: { token: '******' } }, { auth: { token: '' } })).toEqual([
      { path: 'auth.token', before: '(stored)', after: '(cleared)', kind: 'changed' },
    ])
    const changes = [
      said({ auth: { token: 'hunter1', user: 'a' } }, { auth: 'none' }),
      said({}, { rows: [{ pin: 'hunter1' }], unknown: { password: 'hunter2' } }),
      said({ auth: 'none' }, { auth: { token: { deep: 'hunter1' } } }),
    ]
    expect(JSON.stringify(changes)).not.toContain('hunter')
    expect(changes[0]).toContainEqual({ path: 'auth', after: '"none"', kind: 'added' })
  })
})

test('secrets and private keys of a form are found wherever they are', () => {
  const sections: readonly Section[] = [
    {
      id: 's',
      title: 'S',
      fields: [
        {
          kind: 'object',
          path: 'ssl',
          label: 'TLS',
          fields: [{ kind: 'certificate', of: 'key', path: 'ssl.keyfile', label: 'Key' }],
        },
        { kind: 'certificate', of: 'ca', path: 'ssl.cacertfile', label: 'CA' },
        {
          kind: 'rows',
          path: 'users',
          label: 'Users',
          addLabel: 'Add',
          columns: [{ kind: 'secret', path: 'login.password', label: 'Password' }],
        },
      ],
    },
  ]
  expect(secretPaths(sections)).toEqual(['ssl.keyfile', 'users.*.login.password'])
})

test('bodies are listed setting by setting, and what says the same is the same row', () => {
  const list = createBodyList(['auth.token', 'users.*.pin'])
  const body = (more: object) => ({ name: 'a', tags: [], users: [{ pin: '7' }], gone: undefined, ...more })
  const first = list([{ body: body({ auth: { token: 's1' } }) }])
  expect(first.map(({ path, after }) => [path, after])).toEqual([
    ['name', '"a"'],
    ['tags', '[]'],
    ['users.0.pin', '(new value, hidden)'],
    ['auth.token', '(new value, hidden)'],
  ])
  const second = list([{ body: body({ auth: { token: 's1' }, name: 'b' }) }])
  expect(second.map((row, at) => row === first[at])).toEqual([false, true, true, true])
  const placed = list([{ body: { token: 's2' }, place: 'auth' }])
  expect(placed).toEqual([{ path: 'auth.token', after: '(new value, hidden)', kind: 'added' }])
})
