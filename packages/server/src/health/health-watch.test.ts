import type { RequestListener } from 'node:http'
import { parseExposition } from '@brokerdeck/embedded-broker/testing/parse-exposition.ts'
import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { HealthWatchOptions } from '#options/health-watch-options.ts'
import type { ServeOptions } from '#options/options.ts'
import { startServer } from '#site/start-server.ts'
import { makeConsoleDir } from '#testing/console-fixture.ts'
import { ManualSchedule } from '#testing/manual-schedule.ts'
import { readChanges, startNotified } from '#testing/notified.ts'
import { deadUpstream, startUpstream } from '#testing/upstream-fixture.ts'
import { openHealthWatches } from './watch-health.ts'

const keySchema = v.object({ api_key: v.string(), api_secret: v.string() })

/** Starts an embedded broker on a socket that can hang up or stop responding. */
async function listen() {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const { body } = await broker.ask('POST', '/api_key', { name: 'watch', enable: true, desc: '' })
  const { api_key: key, api_secret: secret } = v.parse(keySchema, body)
  const state: { mode: 'answers' | 'hangs up' | 'hangs'; asked: number; left: number } = {
    mode: 'answers',
    asked: 0,
    left: 0,
  }
  await broker.app.ready()
  const answer: RequestListener = (request, response) => {
    state.asked += 1
    request.socket.once('close', () => {
      state.left += 1
    })
    if (state.mode === 'answers') broker.app.server.emit('request', request, response)
    if (state.mode === 'hangs up') request.socket.destroy()
  }
  return { broker, state, apiKey: { key, secret }, url: await startUpstream(answer) }
}

type Cluster = { readonly url: URL; readonly apiKey: { readonly key: string; readonly secret: string } }

async function serve({ url, apiKey }: Cluster, notify?: HealthWatchOptions['notify']) {
  const [schedule, said, logged]: [ManualSchedule, string[], string[]] = [new ManualSchedule(), [], []]
  const options: ServeOptions = {
    host: '127.0.0.1',
    port: 0,
    basePath: '/',
    readOnly: false,
    closed: [],
    allowedHosts: [],
    trustedProxies: [],
    metrics: { host: '127.0.0.1', port: 0 },
    health: { intervalSeconds: 60, warnings: [], ...(notify && { notify }) },
    source: { kind: 'cluster', urls: [url], webSocketUrls: [url], insecureTls: false, healthKey: apiKey },
  }
  const server = await startServer(options, {
    consoleDir: await makeConsoleDir(),
    version: '1.2.3',
    schedule,
    report: (line) => said.push(line),
    log: (line) => logged.push(line),
    print: async (text) => void logged.push(text),
    openSource: async () => ({
      mode: 'cluster',
      brokerName: 'b',
      api: async () => undefined,
      mqttTarget: () => undefined,
      addresses: () => [],
      whyNotReady: async () => undefined,
      facts: [],
      close: async () => undefined,
    }),
  })
  onTestFinished(() => server.close())
  const metrics = server.facts.find(([label]) => label === 'Metrics')?.[1] ?? ''
  const series = async () =>
    parseExposition(Buffer.from(await (await fetch(metrics)).arrayBuffer()))
      .filter(({ name }) => name.startsWith('brokerdeck_health_'))
      .map(({ labels, ...one }) => ({ ...one, labels: Object.fromEntries<string | undefined>(labels) }))
  const value = async (name: string) => (await series()).find((one) => one.name === name)?.value
  /** Returns the state of each check, as Prometheus reads it. */
  const states = async () => {
    const found = (await series()).filter((one) => one.name === 'brokerdeck_health_check' && one.value === 1)
    return new Map(found.map(({ labels }) => [labels['check'] ?? '', labels['state']]))
  }
  const waits = (milliseconds: number) =>
    expect.poll(() => schedule.waiting, { timeout: 10_000 }).toContain(milliseconds)
  /** Waits until an evaluation has ended at this time. */
  const evaluated = () =>
    expect
      .poll(() => value('brokerdeck_health_last_evaluation_timestamp_seconds'), { timeout: 10_000 })
      .toBe(schedule.now() / 1000)
  /** Waits for the first evaluation, which takes longer because it looks twice. */
  const first = async () => {
    await waits(5_000)
    schedule.advance(5_000)
    await evaluated()
  }
  const evaluateAfter = async (milliseconds: number) => {
    schedule.advance(milliseconds)
    await evaluated()
  }
  return { server, schedule, said, logged, series, value, states, waits, evaluated, first, evaluateAfter }
}

const breakConnector = (broker: TestBroker) =>
  broker.ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' })

it('publishes each check in one of four states, unknown until it has been judged', async () => {
  const cluster = await listen()
  const { states, value, series, first, waits, schedule, evaluateAfter } = await serve(cluster)
  await waits(5_000)
  expect([...new Set((await states()).values())]).toEqual(['unknown'])
  expect(await value('brokerdeck_health_evaluation_success')).toBe(0)
  expect(await value('brokerdeck_health_last_evaluation_timestamp_seconds')).toBeUndefined()
  await first()
  const found = await states()
  expect([found.get('nodes'), found.get('anonymous-access'), found.get('disk')]).toEqual([
    'ok',
    'warning',
    'unknown',
  ])
  const checks = (await series()).filter(({ name }) => name === 'brokerdeck_health_check')
  expect([checks.length, found.size]).toEqual([found.size * 4, 19])
  expect(checks[0]?.labels['cluster']).toBe(cluster.url.host)
  expect(await value('brokerdeck_health_evaluation_success')).toBe(1)
  expect(await value('brokerdeck_health_last_evaluation_timestamp_seconds')).toBe(schedule.now() / 1000)
  await breakConnector(cluster.broker)
  await evaluateAfter(55_000)
  expect((await states()).get('connectors')).toBe('critical')
})

it('is unknown while the broker is gone, says so once, and comes back by itself', async () => {
  const cluster = await listen()
  const receiver = await startNotified()
  const notify = { url: receiver.url, format: 'json' } as const
  const { states, value, said, first, schedule, evaluateAfter } = await serve(cluster, notify)
  await first()
  await expect.poll(() => receiver.bodies.length).toBe(1)
  expect(readChanges(receiver.bodies[0])).toContain('anonymous-access: ok > warning')
  const before = await states()
  cluster.state.mode = 'hangs up'
  await evaluateAfter(55_000)
  expect([...new Set((await states()).values())]).toEqual(['unknown'])
  expect(await value('brokerdeck_health_evaluation_success')).toBe(0)
  expect([receiver.bodies.length, said.length]).toEqual([1, 1])
  schedule.advance(5_000)
  await expect.poll(() => receiver.bodies.length).toBe(2)
  expect(readChanges(receiver.bodies[1])).toEqual(['evaluation: ok > unknown'])
  await evaluateAfter(55_000)
  cluster.state.mode = 'answers'
  await breakConnector(cluster.broker)
  await evaluateAfter(60_000)
  schedule.advance(5_000)
  await expect.poll(() => receiver.bodies.length).toBe(3)
  // The alarm of the connector exists already or follows a little later, so changes of alarms are left out.
  const changes = readChanges(receiver.bodies[2]).filter((one) => !one.startsWith('alarms: '))
  expect(changes).toEqual(['connectors: ok > critical', 'evaluation: unknown > ok'])
  const after = new Map([...(await states()), ['alarms', 'ok']])
  expect(after).toEqual(new Map([...before, ['connectors', 'critical']]))
  expect(said).toEqual([
    expect.stringMatching(/: can't determine health: 127\.0\.0\.1:\d+ cannot be reached: /),
    expect.stringMatching(/: health can be determined again$/),
  ])
})

it('gives up on a broker that hangs, and asks it again only then', async () => {
  const cluster = await listen()
  cluster.state.mode = 'hangs'
  const { said, schedule, states, waits, evaluated } = await serve(cluster)
  await expect.poll(() => cluster.state.asked).toBe(1)
  expect(schedule.waiting).toEqual([60_000])
  schedule.advance(60_000)
  await waits(1_000)
  await evaluated()
  expect([cluster.state.asked, schedule.waiting]).toEqual([1, [1_000]])
  expect(said).toEqual([expect.stringMatching(/can't determine health: .* did not answer in time$/)])
  expect((await states()).get('nodes')).toBe('unknown')
  cluster.state.mode = 'answers'
  schedule.advance(1_000)
  await waits(5_000)
  schedule.advance(5_000)
  await expect.poll(async () => (await states()).get('nodes')).toBe('ok')
})

it('does nothing more once the server has stopped, not even while the broker hangs', async () => {
  const cluster = await listen()
  cluster.state.mode = 'hangs'
  const { server, schedule, said } = await serve(cluster)
  await expect.poll(() => cluster.state.asked).toBe(1)
  const closed = server.close()
  await expect.poll(() => cluster.state.left).toBe(1)
  await closed
  expect([schedule.waiting, said, cluster.state.asked]).toEqual([[], [], 1])
})

it('takes the evaluation before as the first of two looks', async () => {
  const lost = { count: 7 }
  const url = await startUpstream((request, response) => {
    const body = request.url?.startsWith('/api/v5/metrics')
      ? [{ node: 'a@1', 'delivery.dropped': lost.count, 'delivery.dropped.queue_full': lost.count }]
      : { name: 'evil"} 1\nbrokerdeck_health_check{cluster="x"} 1' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { states, first, evaluateAfter, waits, series } = await serve({
    url,
    apiKey: { key: 'k', secret: 's' },
  })
  await waits(5_000)
  vi.setSystemTime(Date.now() + 5_000)
  await first()
  expect((await states()).get('drops')).toBe('ok')
  lost.count += 10
  vi.setSystemTime(Date.now() + 55_000)
  await evaluateAfter(55_000)
  expect((await states()).get('drops')).toBe('warning')
  expect(new Set((await series()).map(({ labels }) => labels['cluster']))).toEqual(new Set([url.host]))
})

it('says that the API key is refused, and nothing of it or of whom it notifies', async () => {
  const cluster = await listen()
  const dead = await deadUpstream()
  const notify = { url: new URL('/services/hunTer2-hook', dead), format: 'slack' } as const
  const { broker, ...rest } = cluster
  const wrong = { ...rest, apiKey: { key: cluster.apiKey.key, secret: 'hunTer2-key' } }
  const { said, logged, server, evaluated, value } = await serve(wrong, notify)
  await evaluated()
  await expect.poll(() => said.length).toBe(2)
  expect(said[0]).toMatch(
    /: can't determine health: the API key is refused: HTTP 401 · BAD_API_KEY_OR_SECRET/,
  )
  expect(said[1]).toMatch(/: a notification is not delivered, and is tried again: .*connection refused/)
  const all = [...said, ...logged, ...server.facts.flat()].join('\n')
  expect(all).not.toMatch(/hunTer2|services/)
  expect(all).toContain('evaluated each 60 s\nchanges are notified as slack')
  expect(await value('brokerdeck_health_evaluation_success')).toBe(0)
  await broker.close()
})

it('watches each of several clusters that has a key, by its name, and links to where it is shown', async () => {
  const { url, apiKey: healthKey } = await listen()
  const receiver = await startNotified()
  const own = { kind: 'cluster', urls: [url], webSocketUrls: [url], insecureTls: false } as const
  const shut = { readOnly: false, closed: [] }
  const source = {
    kind: 'clusters',
    clusters: [
      { name: 'plant', ...shut, source: { ...own, healthKey } },
      { name: 'lab', ...shut, source: own },
    ],
  } as const
  const console = new URL('https://deck.example/ops/')
  const notify = { url: receiver.url, format: 'json', console } as const
  const schedule = new ManualSchedule()
  const watches = openHealthWatches(
    source,
    { intervalSeconds: 60, warnings: [], notify },
    schedule,
    () => undefined,
  )
  expect(watches.map(({ name }) => name)).toEqual(['plant'])
  for (const watch of watches) {
    onTestFinished(() => watch.close())
    watch.start()
  }
  await expect.poll(() => schedule.waiting, { timeout: 10_000 }).toContain(5_000)
  schedule.advance(5_000)
  await expect.poll(() => receiver.bodies.length, { timeout: 10_000 }).toBe(1)
  expect(receiver.bodies[0]).toContain('"url":"https://deck.example/ops/c/plant/authentication"')
  expect(JSON.parse(receiver.bodies[0] ?? '')).toMatchObject({ cluster: 'plant', worst: 'warning' })
})
