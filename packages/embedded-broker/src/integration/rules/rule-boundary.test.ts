import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

/** Every result of a statement, and every use of the result, ends in a counter. No exception may leave the rule. */

/** Terms that no text, JSON or number can represent. */
const oddTerms = [
  'str_utf8(payload)',
  "subbits(payload, 3, 5, 'bits')",
  "concat(hexstr2bin('fffe'), 'a')",
  "term_decode(hexstr2bin('83680261016102'))",
  "term_decode(hexstr2bin('8374000000016101610a'))",
  "term_decode(hexstr2bin('836c0000000161016a'))",
  "hexstr2bin('fffe')",
  'payload',
  'null',
  'no_such_column',
  'sublist(2, [1, 2, 3])',
  'json_decode(\'[1e300, -1e-300, 12345678901234567890, null, "a\\u0000b"]\')',
  "map_put('a.b.c', hexstr2bin('ff'), map_new())",
  'power(10, 300)',
  '1.5e300 * 10',
] as const

const combined = fc.letrec<{ term: string; inner: string }>((tie) => ({
  inner: fc.oneof(fc.constantFrom(...oddTerms), tie('term')),
  term: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...oddTerms),
    fc.tuple(tie('inner'), tie('inner')).map(([one, other]) => `[${one}, ${other}]`),
    tie('inner').map((one) => `map_put('k', ${one}, map_new())`),
    fc.tuple(tie('inner'), tie('inner')).map(([one, other]) => `concat(${one}, ${other})`),
    tie('inner').map((one) => `str(${one})`),
    tie('inner').map((one) => `json_encode(${one})`),
    tie('inner').map((one) => `bin2hexstr(${one})`),
  ),
}))

/** Every place of a template in which a result may appear. */
const sinks = [
  { function: 'console' },
  { function: 'republish', args: { topic: 'out/${odd}' } },
  { function: 'republish', args: { topic: 'out', payload: '${odd}' } },
  { function: 'republish', args: { topic: 'out', payload: 'a ${odd} b' } },
  { function: 'republish', args: { topic: 'out', payload: '${.}' } },
  { function: 'republish', args: { topic: 'out', payload: '' } },
  {
    function: 'republish',
    args: { topic: 'out', qos: '${odd}', retain: '${odd}', direct_dispatch: '${odd}' },
  },
  { function: 'republish', args: { topic: 'out', user_properties: '${odd}' } },
  {
    function: 'republish',
    args: {
      topic: 'out',
      mqtt_properties: {
        'Content-Type': '${odd}',
        'Response-Topic': '${odd}',
        'Correlation-Data': '${odd}',
        'Message-Expiry-Interval': '${odd}',
        'Payload-Format-Indicator': '${odd}',
      },
    },
  },
  'http:nowhere',
] as const

let broker: TestBroker

beforeAll(async () => {
  // With this clock, no time window of the log ends.
  broker = await createTestBroker({ nodes: 1, clock: manualClock() })
  await broker.ask('POST', '/connectors', {
    type: 'http',
    name: 'dead',
    url: 'http://127.0.0.1:9',
    pool_size: 1,
  })
  await broker.ask('POST', '/actions', {
    type: 'http',
    name: 'nowhere',
    connector: 'dead',
    parameters: { path: '/${odd}', method: 'post', body: '${odd}' },
  })
  return () => broker.close()
})

const countersSchema = v.object({ metrics: v.record(v.string(), v.number()) })

async function readCounters(id: string) {
  return v.parse(countersSchema, (await broker.ask('GET', `/rules/${id}/metrics`)).body).metrics
}

async function runThrough(term: string): Promise<void> {
  const sql = `SELECT ${term} as odd, qos FROM "in"`
  const rule = { id: 'odd', sql, actions: sinks }
  const { status, body } = await broker.ask('PUT', '/rules/odd', rule)
  if (status === 404) await broker.ask('POST', '/rules', rule)
  else expect([status, body]).toEqual([200, expect.anything()])
  await broker.ask('PUT', '/rules/odd/metrics/reset')
  await broker.context.cluster.publish({
    topic: 'in',
    payload: Buffer.from([0xff, 0xfe]),
    qos: 0,
    retain: false,
  })
  const counters = await readCounters('odd')
  expect(counters).toMatchObject({ matched: 1 })
  const { passed = 0, failed = 0, 'actions.total': total } = counters
  expect(passed + failed).toBe(1)
  if (passed === 0) return
  expect(total).toBe(sinks.length)
  const { 'actions.success': success = 0, 'actions.failed': lost = 0 } = counters
  // The action that sends to another system still waits for its result.
  expect(success + lost).toBeGreaterThanOrEqual(sinks.length - 1)
  expect(counters['actions.failed.unknown']).toBe(lost)
}

const traces = ['without a trace', 'with a trace'] as const

async function withTrace(how: (typeof traces)[number]): Promise<void> {
  if (how === 'without a trace') return
  await broker.ask('POST', '/trace', { name: 'odd', type: 'ruleid', ruleid: 'odd', formatter: 'json' })
  onTestFinished(async () => void (await broker.ask('DELETE', '/trace/odd')))
}

it.each(traces)('counts what no action can be done with, %s', async (how) => {
  await withTrace(how)
  for (const term of oddTerms) await runThrough(term)
  expect([...broker.context.faults.counts]).toEqual([])
})

it.each(traces)('counts whatever terms are made of each other, %s', { timeout: 60_000 }, async (how) => {
  await withTrace(how)
  await fc.assert(
    fc.asyncProperty(combined.term, (term) => runThrough(term)),
    { numRuns: 150 },
  )
  expect([...broker.context.faults.counts]).toEqual([])
})

it('says in the log, once, what an action could not be done with', async () => {
  await runThrough('str_utf8(payload)')
  const lines = broker.context.log.recent().filter((line) => line.includes('rule_action_failed'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('rule_id: odd')
})

it('a transformation that makes no text of a topic fails as an exception of its operation', async () => {
  const enterprise = await createTestBroker({ nodes: 1, edition: 'enterprise' })
  onTestFinished(() => enterprise.close())
  const transformation = {
    name: 'odd',
    topics: ['t'],
    failure_action: 'drop',
    operations: [{ key: 'topic', value: "concat(['a/', hexstr2bin('fffe')])" }],
  }
  const answer = await enterprise.ask('POST', '/message_transformations', transformation)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  const { cluster, faults } = enterprise.context
  const { receivers } = await cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: true })
  expect(receivers).toBe(0)
  expect(cluster.retained('#')).toEqual([])
  const { body } = await enterprise.ask('GET', '/message_transformations/transformation/odd/metrics')
  expect(body).toMatchObject({ metrics: { matched: 1, failed: 1, succeeded: 0 } })
  const message = { topic: 't', payload: 'x', clientid: 'c' }
  const dry = await enterprise.ask('POST', '/message_transformations/dryrun', { transformation, message })
  expect(dry.status).toBe(400)
  expect([...faults.counts]).toEqual([])
})
