import { expect, test } from 'vitest'
import { parseSql } from './sql-template.ts'

const isAllowed = (name: string) => name === 'username' || name === 'clientid'

test.each([
  ['WHERE u = ${username} LIMIT 1', 'WHERE u = ? LIMIT 1', ['username']],
  ["WHERE u = '${username}'", 'WHERE u = ?', ['username']],
  ['WHERE u = "${username}" AND c = \'${clientid}\'', 'WHERE u = ? AND c = ?', ['username', 'clientid']],
  ["WHERE u LIKE '${username}%'", "WHERE u LIKE '?%'", ['username']],
  ['WHERE u = ${other}', 'WHERE u = ${other}', []],
])('%s', (query, sql, names) => {
  expect(parseSql(query, 'mysql', isAllowed)).toEqual({ sql, names })
})

test('PostgreSQL and Oracle number their parameters', () => {
  expect(parseSql("a = '${username}' OR b = ${username}", 'postgresql', isAllowed)).toEqual({
    sql: 'a = $1 OR b = $2',
    names: ['username', 'username'],
  })
  expect(parseSql('a = ${username}', 'oracle', isAllowed).sql).toBe('a = :1')
})
