import { expect, test } from 'vitest'
import { everyMessage, rulesHelp, sampleHelp } from './sample-help.ts'

test('offers what a rule hands on, and renders a template as the broker does', async () => {
  const help = await sampleHelp(`SELECT 21.5 as reading.temperature, clientid as who FROM "plant/#"`)
  expect(help?.columns).toEqual(['reading', 'reading.temperature', 'who'])
  expect(help?.render?.(`\${reading.temperature} of \${nothing}`)).toBe('21.5 of undefined')
})

test.each([
  ['mysql', 'insert into t(a, b) values (?, ?)', '"undefined"'],
  ['pgsql', 'insert into t(a, b) values ($1, $2)', 'null'],
  ['timescale', 'insert into t(a, b) values ($1, $2)', 'null'],
  ['matrix', 'insert into t(a, b) values ($1, $2)', 'null'],
  ['oracle', 'insert into t(a, b) values (:1, :2)', 'null'],
])(
  'shows the statement that %s prepares, and the values that are bound to it',
  async (type, sql, missing) => {
    const help = await sampleHelp(`SELECT 'say "4"' as a, 21.5 as b FROM "t/#"`, undefined, type)
    const render = (values: string) =>
      help?.render?.(`insert into t(a, b) values (${values})`, { syntax: 'sql' })
    expect(render("'${a}', ${b}")).toBe(`${sql}\n1: "say \\"4\\""\n2: 21.5`)
    expect(render('${gone}, ${b}')).toBe(`${sql}\n1: ${missing}\n2: 21.5`)
    // Values are filled in in any other text of the action.
    expect(help?.render?.('${b} of ${gone}')).toBe('21.5 of undefined')
  },
)

test('fills in the statement of a type that binds nothing', async () => {
  const help = await sampleHelp('SELECT 21.5 as b FROM "t/#"', undefined, 'tdengine')
  expect(help?.render?.('insert into t values (${b})', { syntax: 'sql' })).toBe('insert into t values (21.5)')
})

test('knows the columns of a message where no rule is there yet', async () => {
  const help = await sampleHelp(everyMessage)
  expect(help?.columns).toEqual(expect.arrayContaining(['topic', 'payload', 'clientid', 'qos']))
})

test('offers the columns of all rules, and shows the sample of the chosen one', async () => {
  const rules = [
    { id: 'a', sql: 'SELECT payload.t AS t FROM "a"' },
    { id: 'b', sql: 'SELECT clientid AS who FROM "b"' },
  ]
  const { help } = await rulesHelp(rules, undefined)
  expect(help.columns).toEqual(['t', 'who'])
  const context = JSON.stringify({ event_type: 'message_publish', topic: 'b', clientid: 'plc-7' })
  const other = await rulesHelp(rules, { ruleId: 'b', context })
  expect(other.help.render?.('${who}')).toBe('plc-7')
  const missed = await rulesHelp(rules, { ruleId: 'a', context })
  expect([missed.help.render, missed.help.columns]).toEqual([undefined, ['t', 'who']])
})

test('knows nothing of a statement that cannot be read, or hands on nothing', async () => {
  expect(await sampleHelp('SELECT')).toBeUndefined()
  expect(await sampleHelp('SELECT * FROM "t/#" WHERE false')).toBeUndefined()
})
