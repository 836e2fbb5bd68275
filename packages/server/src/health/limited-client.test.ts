import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { ManualSchedule } from '#testing/manual-schedule.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'
import { openHealthWatches } from './watch-health.ts'

const minute = 60_000
type Answers = Readonly<Record<string, unknown>>

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `tcp:l${at}`)
const listed = (count: number) =>
  idsOf(count).map((id) => ({
    id,
    type: 'tcp',
    name: id.slice(4),
    enable: true,
    bind: '1883',
    acceptors: 16,
    number: 1,
    status: { running: true, current_connections: 0, max_connections: 10 },
    node_status: [],
  }))

/** The responses of a broker with one node and a few listeners, by path. */
const usual: Answers = {
  '/cluster': { name: 'plant', nodes: ['a@1'], self: 'a@1' },
  '/alarms': { data: [], meta: { page: 1, limit: 100, count: 0 } },
  '/authentication': [
    {
      id: 'password_based:built_in_database',
      enable: true,
      mechanism: 'password_based',
      backend: 'built_in_database',
    },
  ],
  '/connectors': [],
  '/exhooks': [],
  '/listeners': listed(1),
}

/** Starts a broker with these responses that counts simultaneous requests; a function responds by itself. */
async function startBroker(more: Answers = {}) {
  const held: (() => void)[] = []
  const state = {
    asked: new Map<string, number>(),
    underWay: 0,
    most: 0,
    isHanging: false,
    isHolding: false,
    held,
  }
  const answers = { ...usual, ...more }
  const url = await startUpstream((request, response) => {
    const path = new URL(request.url ?? '', 'http://h').pathname.replace('/api/v5', '')
    state.asked.set(path, (state.asked.get(path) ?? 0) + 1)
    state.underWay += 1
    state.most = Math.max(state.most, state.underWay)
    response.once('close', () => {
      state.underWay -= 1
    })
    if (state.isHanging) return
    const isListener = path.startsWith('/listeners/')
    const answer = isListener ? { ...listed(1)[0], enable_authn: false } : answers[path]
    const say = () =>
      response
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? { code: 'NOT_FOUND', message: 'Request Path Not Found' }))
    if (typeof answer === 'function') answer(response)
    else if (isListener && state.isHolding) state.held.push(say)
    else say()
  })
  return { url, state }
}

type Broker = Awaited<ReturnType<typeof startBroker>>

function watch(brokers: readonly Broker[], intervalSeconds = 60) {
  const [schedule, said]: [ManualSchedule, string[]] = [new ManualSchedule(), []]
  const clusters = brokers.map(({ url }, at) => ({
    name: `c${at}`,
    readOnly: false,
    closed: [],
    source: {
      ...({ kind: 'cluster', urls: [url], webSocketUrls: [url], insecureTls: false } as const),
      healthKey: { key: 'key', secret: 'hunTer2' },
    },
  }))
  const watches = openHealthWatches(
    { kind: 'clusters', clusters },
    { intervalSeconds, warnings: [] },
    schedule,
    (line) => said.push(line),
  )
  for (const one of watches) {
    onTestFinished(() => one.close())
    one.start()
  }
  const evaluated = (at = 0) =>
    expect.poll(() => watches[at]?.lastEvaluation, { timeout: 30_000 }).toBe(schedule.now() / 1000)
  const states = (at = 0) => watches[at]?.states ?? new Map<string, string>()
  return { schedule, said, watches, evaluated, states }
}

/** Writes without end, as fast as the data is read. */
function pour(response: ServerResponse): void {
  const piece = `"${'x'.repeat(65_536)}",`
  response.writeHead(200, { 'content-type': 'application/json' }).write('[')
  const go = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', go)
  go()
}

it('does not read an answer that is endless, huge or of countless parts, and judges what the others tell', async () => {
  const { url, state } = await startBroker({
    '/exhooks': pour,
    '/connectors': [{ type: 'http', name: 'x'.repeat(9_000_000) }],
    // The response has two megabytes, and each of its rows is invalid.
    '/alarms': Array.from({ length: 700_000 }, () => ({})),
  })
  const { evaluated, states, watches, said } = watch([{ url, state }])
  await evaluated()
  const found = states()
  expect(['hook-servers', 'connectors', 'alarms'].map((id) => found.get(id))).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ])
  expect([found.get('anonymous-access'), watches[0]?.isTold, said]).toEqual(['warning', true, []])
  expect(state.underWay).toBe(0)
})

it('asks a few questions at the same time, also of hundreds of listeners', async () => {
  const broker = await startBroker({ '/listeners': listed(400) })
  const { state } = broker
  state.isHolding = true
  const { evaluated, states } = watch([broker])
  await expect.poll(() => state.held.length).toBe(4)
  state.isHolding = false
  for (const say of state.held) say()
  await evaluated()
  expect(state.most).toBe(4)
  expect([...state.asked.keys()].filter((path) => path.startsWith('/listeners/'))).toHaveLength(400)
  expect([states().get('anonymous-access'), states().get('listeners')]).toEqual(['warning', 'ok'])
})

it('does not ask about listeners without an end, and judges what does not need them', async () => {
  const broker = await startBroker({ '/listeners': listed(2_000) })
  const { evaluated, states } = watch([broker])
  await evaluated()
  const asked = [...broker.state.asked.keys()].filter((path) => path.startsWith('/listeners/'))
  expect(asked.length).toBe(500)
  const found = states()
  expect(['anonymous-access', 'listeners', 'alarms', 'connectors'].map((id) => found.get(id))).toEqual([
    'unknown',
    'ok',
    'ok',
    'ok',
  ])
})

it('judges what was answered until the time was over', async () => {
  const broker = await startBroker({ '/connectors': () => undefined })
  const { schedule, evaluated, states, watches } = watch([broker])
  await expect.poll(() => broker.state.asked.has('/connectors')).toBe(true)
  await expect.poll(() => broker.state.underWay).toBe(1)
  schedule.advance(minute)
  await evaluated()
  expect([states().get('connectors'), states().get('alarms'), watches[0]?.isTold]).toEqual([
    'unknown',
    'ok',
    true,
  ])
  await expect.poll(() => broker.state.underWay).toBe(0)
})

it('evaluates the others while one cluster does not answer', async () => {
  const [slow, fast] = [await startBroker(), await startBroker()]
  slow.state.isHanging = true
  const { schedule, evaluated, watches } = watch([slow, fast])
  await expect.poll(() => slow.state.underWay).toBe(1)
  expect(fast.state.asked.size).toBe(0)
  // The evaluations of several clusters do not begin at the same time.
  schedule.advance(2_000)
  await evaluated(1)
  expect(watches.map(({ isTold }) => isTold)).toEqual([false, true])
  schedule.advance(minute - 2_000)
  await evaluated(0)
  expect(watches.map(({ isTold }) => isTold)).toEqual([false, true])
})

it('evaluates at most four of many clusters at the same time, and then those that waited', async () => {
  const brokers = await Promise.all(Array.from({ length: 6 }, () => startBroker()))
  for (const { state } of brokers) state.isHanging = true
  const { schedule, watches } = watch(brokers)
  const underWay = () => brokers.filter(({ state }) => state.underWay > 0).length
  for (const count of [1, 2, 3, 4, 4, 4]) {
    await expect.poll(underWay).toBe(count)
    schedule.advance(2_000)
  }
  expect(brokers.map(({ state }) => state.asked.size)).toEqual([1, 1, 1, 1, 0, 0])
  schedule.advance(minute - 12_000)
  await expect.poll(() => brokers[4]?.state.asked.size).toBe(1)
  schedule.advance(2_000)
  await expect.poll(() => brokers[5]?.state.asked.size).toBe(1)
  await Promise.all(watches.map((one) => one.close()))
  expect(schedule.waiting).toEqual([])
})
