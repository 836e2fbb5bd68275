import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInsert, printInsert } from './insert-statement.ts'

const usual = "insert into t_mqtt_msg(ts, msgid) values (${ts}, '${id}')"

test('knows the columns of one row, and writes them back as they stood', () => {
  const read = parseInsert(usual)
  expect(read).toEqual({
    table: 't_mqtt_msg',
    columns: [
      { name: 'ts', value: '${ts}' },
      { name: 'msgid', value: "'${id}'" },
    ],
  })
  expect(read && printInsert(read, usual)).toBe(usual)
  const spread = `INSERT INTO  db.t (a, b)\nVALUES (now(), 'x, ")' );`
  const other = parseInsert(spread)
  expect(other?.columns).toEqual([
    { name: 'a', value: 'now()' },
    { name: 'b', value: `'x, ")'` },
  ])
  expect(other && printInsert({ ...other, table: 'u' }, spread)).toBe(
    `INSERT INTO  u (a, b)\nVALUES (now(), 'x, ")');`,
  )
})

test.each([
  'insert into t using s tags (1) (a) values (1)',
  'insert into t(a) values (1) (2)',
  'insert into t(a, b) values (1)',
  "insert into t(a) values ('1)",
  'insert into t(a) select 1',
  'create table t(a int)',
])('leaves %j to the text', (text) => {
  expect(parseInsert(text)).toBeUndefined()
})

test('reads what it printed', () => {
  const name = fc.stringMatching(/^[a-z_]{1,6}$/)
  const value = fc.oneof(name, fc.constantFrom("'${a, b}'", '${payload.t}', "f(1, ')')", '1'))
  const columns = fc.array(fc.record({ name, value }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.record({ table: name, columns }), (one) => {
      expect(parseInsert(printInsert(one, ''))).toEqual(one)
    }),
  )
})
