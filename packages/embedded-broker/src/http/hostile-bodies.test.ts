import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokerState, endpoints } from '../testing/broker-state.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise' })
})

afterAll(() => broker.close())

const repeat = (text: string, times: number) => Array.from({ length: times }, () => text).join(',')
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** Valid JSON texts of up to 7 MB each that are cheap to send. */
const bombs: readonly (readonly [string, string])[] = [
  ['two million empty objects', `[${repeat('{}', 2_000_000)}]`],
  ['twenty thousand empty objects', `[${repeat('{}', 20_000)}]`],
  ['twenty thousand texts', `[${repeat('"a"', 20_000)}]`],
  ['a million numbers', `[${repeat('1', 1_000_000)}]`],
  ['a hundred thousand lists', `[${repeat('[{},{}]', 100_000)}]`],
  ['an object of a hundred thousand names', `{${Array.from({ length: 100_000 }, (_, at) => `"a${at}":{}`)}}`],
  ['an object of twenty thousand names', `{${Array.from({ length: 19_999 }, (_, at) => `"a${at}":{}`)}}`],
  ['a list nested 500,000 deep', nested('[', ']', 500_000)],
  ['an object nested 500,000 deep', nested('{"topic":', '}', 500_000)],
  ['a list nested 60 deep', nested('[', ']', 60)],
  ['a text of 7 MB', `{"topic":"${'a'.repeat(7_000_000)}","username":"${'b'.repeat(1000)}"}`],
  ['a number of a million digits', `{"qos":1${'0'.repeat(1_000_000)}}`],
  ['half a text', `["${'\\'.repeat(99_999)}`],
  ['nothing but brackets', '['.repeat(1_000_000)],
]

const writes = endpoints.filter(({ body }) => body !== undefined)
/** The objects exist, so that only the body can be the reason of a refusal. */
const names: Readonly<Record<string, string>> = { id: 'tcp:default', username: 'admin', type: 'file' }

/**
 * The maximum processor time in milliseconds, including garbage collection threads; an idle machine needs a quarter
 * of it.
 */
const mostWork = 2000
/** The maximum length in characters. */
const longestRefusal = 100_000

it.each(writes)('$method $path survives every bomb', { timeout: 60_000 }, async (endpoint) => {
  const { method, path, sends } = endpoint
  const type = sends === 'text' ? 'text/plain' : 'application/json'
  const url = `/api/v5${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? 'abc'))}`
  let before = await brokerState(broker)
  for (const [bomb, payload] of bombs) {
    const headers = { authorization: `Bearer ${broker.login()}`, 'content-type': type }
    const send = async () => {
      const started = process.cpuUsage()
      const answer = await broker.app.inject({ method, url, headers, payload })
      const { user, system } = process.cpuUsage(started)
      return { answer, work: (user + system) / 1000 }
    }
    let { answer, work } = await send()
    // The garbage of other test files in this process may be collected meanwhile and counts, so the least of three
    // requests is taken.
    for (let more = 0; more < 2 && work >= mostWork; more += 1) {
      const again = await send()
      answer = again.answer
      work = Math.min(work, again.work)
    }
    expect(answer.statusCode, `${bomb}: ${answer.payload.slice(0, 300)}`).toBeLessThan(500)
    // A list of twenty thousand names to kick is long, but valid.
    if (answer.statusCode < 300) before = await brokerState(broker)
    expect(answer.payload.length, bomb).toBeLessThan(longestRefusal)
    expect(work, bomb).toBeLessThan(mostWork)
  }
  expect(await brokerState(broker)).toEqual(before)
})

it('takes kilobytes where anybody may send a body, announced or not, and says so before it has read more', async () => {
  const address = await broker.app.listen({ port: 0, host: '127.0.0.1' })
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(0x20)),
  })
  const headers = { 'content-type': 'application/json' }
  const chunked = { method: 'POST', headers, body, duplex: 'half' } as const
  const answers = [
    await fetch(`${address}/api/v5/login`, { method: 'POST', headers, body: ' '.repeat(17_000) }),
    await fetch(`${address}/api/v5/login`, chunked),
  ]
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: 'BAD_REQUEST', message: 'The body is too large: at most 16 KB' },
    ])
  }
})

it('says of a long list what is wrong with its first items, and counts them as they came', async () => {
  const listed = Array.from({ length: 5000 }, (_, at) => (at < 3000 ? { topic: 'a', payload: '' } : {}))
  const { status, body } = await broker.ask('POST', '/publish/bulk', listed)
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(JSON.stringify(body)).toContain('root.3001.topic')
  expect(broker.context.cluster.delayed.all()).toEqual([])
  const many = await broker.ask(
    'POST',
    '/publish/bulk',
    Array.from({ length: 20_000 }, () => ({ topic: 'a', payload: '' })),
  )
  expect(many.status).toBe(202)
})
