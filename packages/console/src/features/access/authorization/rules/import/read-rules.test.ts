import { expect, test } from 'vitest'
import { readCheckedFile } from '#domain/access/checked-import/read-checked-file.ts'
import { csvRules, jsonRules } from './import-rules-dialog.tsx'

const { signal } = new AbortController()
const head = 'clientid,permission,action,topic,qos,retain'

async function read(name: string, text: string, id = 'clientid') {
  const sorterFor = (format: string) => (format === 'csv' ? csvRules : jsonRules)(id, 2)
  const reading = await readCheckedFile(new File([text], name), sorterFor, {
    signal,
    onProgress: () => undefined,
  })
  if (reading.kind === 'refused') return { refused: reading.reason }
  const { good, bad, blocked } = reading
  return {
    good: good.map(({ id: of, rules }) => ({ of, rules })),
    bad: bad.map(({ at }) => at),
    ...(blocked === undefined ? {} : { isBlocked: true }),
  }
}

test('lines of one name are its rules in their order; quotes, marks and line ends are as they come', async () => {
  const text = `\uFEFF${head}\r\n"a,""b",deny,publish,x/#,"0,1",true\r\nc,allow,all,y,,\r\n"a,""b",allow,subscribe,eq #,2,\r\n`
  expect(await read('r.csv', text)).toEqual({
    bad: [],
    good: [
      {
        of: 'a,"b',
        rules: [
          { permission: 'deny', action: 'publish', topic: 'x/#', qos: [0, 1], retain: true },
          { permission: 'allow', action: 'subscribe', topic: 'eq #', qos: [2], retain: 'all' },
        ],
      },
      { of: 'c', rules: [{ permission: 'allow', action: 'all', topic: 'y', qos: [0, 1, 2], retain: 'all' }] },
    ],
  })
})

const fine = 'fine,allow,publish,t,,'

test.each([
  ['a rule that is none', `a,maybe,publish,t,,\n${fine}`, [2]],
  ['a level that is none', `${fine}\na,allow,publish,t,3,`, [3]],
  ['a filter that is none', `${fine}\na,allow,publish,t/#/x,,`, [3]],
  [
    'more rules than there may be',
    `a,allow,publish,1,,\na,allow,publish,2,,\n${fine}\na,allow,all,3,,`,
    [2, 3, 5],
  ],
  ['one bad rule among good ones', `a,allow,publish,1,,\n${fine}\na,deny,nothing,2,,`, [2, 4]],
])('whoever has %s is left out as a whole', async (_name, lines, bad) => {
  const reading = await read('r.csv', `${head}\n${lines}\n`)
  expect(reading).toMatchObject({ bad, good: [{ of: 'fine' }] })
  expect(reading).not.toHaveProperty('isBlocked')
})

test.each([
  ['a name', ',allow,publish,t,,', [3]],
  ['a field', 'allow,publish,t,,', [3]],
  ['the end of a quote', 'a,allow,publish,"t,,', [3]],
])('a line without %s could be of anybody, and nothing is imported', async (_name, line, bad) => {
  expect(await read('r.csv', `${head}\n${fine}\n${line}\n`)).toMatchObject({ bad, isBlocked: true })
})

test.each([
  ['r.csv', '', /no rules/],
  ['r.csv', head, /no rules/],
  ['r.csv', 'name,permission\n', /must name the columns: clientid, permission/],
  ['r.json', '[]', /no rules/],
  ['r.json', '{}', /must be a list/],
  ['r.json', '[{"clientid":"a"', /no JSON/],
  ['r.json', '[{"clientid":"a"},}]', /no JSON: entry 2/],
])('%s with %j is refused', async (name, text, words) => {
  expect(await read(name, text)).toEqual({ refused: expect.stringMatching(words) })
})

test('JSON is what the API takes, and a fault is named by its entry', async () => {
  const rule = { permission: 'allow', action: 'publish', topic: 't' }
  const readUsers = (value: unknown) => read('r.json', JSON.stringify(value), 'username')
  const given = { username: 'u', rules: [{ ...rule, qos: [1], retain: false }] }
  expect(await readUsers([given])).toEqual({
    bad: [],
    good: [{ of: 'u', rules: [{ ...rule, qos: [1], retain: false }] }],
  })
  const broken = [
    { username: 'fine', rules: [] },
    { username: 'u', rules: [] },
    { username: 'u', rules: [rule] },
    { username: 'w', rules: [{ ...rule, action: 'read' }] },
    { username: 'x', rules: [rule, rule, rule] },
    { username: 'y', rules: [{ ...rule, reatin: true }] },
    { username: 'z' },
  ]
  expect(await readUsers(broken)).toEqual({ good: [{ of: 'fine', rules: [] }], bad: [2, 3, 4, 5, 6, 7] })
  expect(await readUsers([{ clientid: 'u', rules: [] }])).toMatchObject({ bad: [1], isBlocked: true })
  expect(await readUsers([7])).toMatchObject({ bad: [1], isBlocked: true })
})
