import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import { ExplorerEngine } from './explorer-engine.ts'
import type { ExplorerEvent, ExplorerView } from './explorer-event.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function start(answer: 'done' | 'refused' = 'done') {
  const views: ExplorerView[] = []
  const events: ExplorerEvent[] = []
  let isClosed = false
  let tell: (state: LinkState) => void = () => undefined
  let receive: (message: LinkMessage) => void = () => undefined
  const engine = new ExplorerEngine(
    (event) => {
      events.push(event)
      if (event.kind === 'view') views.push(event)
    },
    (_request, listener) => {
      tell = listener.onState
      receive = listener.onMessage
      return {
        subscribe: async () =>
          answer === 'done' ? { kind: 'done' } : { kind: 'refused', code: 0x87, version: 5 },
        close: () => {
          isClosed = true
        },
      }
    },
  )
  const settle = async (milliseconds = 20) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return views.at(-1)
  }
  return {
    engine,
    views,
    events,
    settle,
    isClosed: () => isClosed,
    tell: (phase: LinkState['phase']) => tell({ phase, since: 0 }),
    receive: (topic: string, text = 'x') =>
      receive({ topic, payload: new TextEncoder().encode(text), qos: 0, retain: false }),
  }
}

const link = {
  url: 'ws://x/mqtt',
  settings: {
    via: 'tunnel',
    node: '',
    host: 'x',
    port: 1,
    path: '/mqtt',
    tls: false,
    clientId: 'c',
    username: '',
    version: 5,
    enhanced: { method: 'none', name: '', data: '', encoding: 'text' },
    keepalive: 60,
    clean: true,
    sessionExpiry: 0,
    requestResponseInformation: false,
    requestProblemInformation: true,
    userProperties: [],
    will: {
      enable: false,
      topic: '',
      payload: '',
      encoding: 'text',
      qos: 0,
      retain: false,
      isText: false,
      userProperties: [],
    },
    connectTimeout: 5,
    reconnectPeriod: 0,
  },
} as const
const limits = { seconds: 10, perSecond: 100, bytes: 100_000 }

async function capturing(answer?: 'done' | 'refused') {
  const explorer = start(answer)
  explorer.engine.handle({ kind: 'look', start: 0, count: 50 })
  const settings = {
    ...link.settings,
    userProperties: [],
    will: { ...link.settings.will, userProperties: [] },
  }
  explorer.engine.handle({
    kind: 'start',
    link: { url: link.url, settings },
    filters: ['a/#'],
    qos: 0,
    limits,
  })
  explorer.tell('connected')
  await explorer.settle()
  return explorer
}

test('tells nothing while nobody looks', async () => {
  const { engine, views, settle } = start()
  engine.handle({ kind: 'add-routes', routes: [{ topic: 'a/b', node: 'n' }] })
  await settle(1000)
  expect(views).toEqual([])
  engine.handle({ kind: 'look', start: 0, count: 50 })
  expect((await settle())?.rows.map(({ topic }) => topic)).toEqual(['a', 'a/b'])
})

test('a flood changes the page at most ten times a second, and counts what it drops', async () => {
  const { views, receive, settle } = await capturing()
  const before = views.length
  for (let i = 0; i < 100; i += 1) {
    for (let n = 0; n < 20; n += 1) receive(`a/${n}`)
    await settle(10)
  }
  expect(views.length - before).toBeLessThanOrEqual(10)
  const { capture } = (await settle(300)) ?? {}
  expect((capture?.taken ?? 0) + (capture?.dropped ?? 0)).toBe(2000)
  expect(capture?.taken).toBeLessThanOrEqual(160)
})

test('ends when its time is up, and lets the connection go', async () => {
  const { settle, isClosed } = await capturing()
  expect((await settle(9_000))?.capture.phase).toBe('running')
  const view = await settle(1_500)
  expect([view?.capture.phase, view?.capture.end, isClosed()]).toEqual(['ended', 'time', true])
})

test('says that the broker did not grant the subscription', async () => {
  const { views, isClosed } = await capturing('refused')
  expect(views.at(-1)?.capture).toMatchObject({ phase: 'ended', end: 'refused', code: 0x87 })
  expect(isClosed()).toBe(true)
})

test('what comes in above the row that is read does not move it', async () => {
  const { engine, receive, settle } = await capturing()
  for (let n = 100; n < 300; n += 1) receive(`a/${n}`)
  engine.handle({ kind: 'turn-all', isOpen: true })
  const first = await settle(300)
  const row = first?.rows[20]
  engine.handle({ kind: 'look', start: 10, count: 50, anchor: row?.id ?? 0 })
  await settle()
  for (let n = 0; n < 5; n += 1) receive(`a/${n}`)
  const view = await settle(2000)
  expect(view?.anchor).toEqual({ id: row?.id, index: 25 })
  expect([view?.start, view?.rows[10]?.id]).toEqual([15, row?.id])
})

test('a topic that was asked for before it was there is shown when it comes', async () => {
  const { engine, receive, settle } = await capturing()
  engine.handle({ kind: 'turn-all', isOpen: false })
  engine.handle({ kind: 'select', topic: 'a/b/c' })
  expect((await settle())?.selected).toMatchObject({ topic: 'a/b/c', sources: [] })
  receive('a/b/c', '{"t":4}')
  const view = await settle(300)
  expect(view?.rows.find(({ id }) => id === view.active?.id)?.topic).toBe('a/b/c')
  expect([view?.hasMoved, view?.selected?.received]).toEqual([true, 1])
})

test('gives the payload of a message, and what can be drawn of it', async () => {
  const { engine, events, receive, settle } = await capturing()
  engine.handle({ kind: 'select', topic: 'a/b' })
  receive('a/b', '{"t":4}')
  receive('a/b', '{"t":-1}')
  await settle(300)
  const history = events.findLast((event) => event.kind === 'history')
  expect(history).toMatchObject({ path: ['t'], points: [{ value: 4 }, { value: -1 }] })
  engine.handle({ kind: 'ask-payload', ask: 7, topic: 'a/b', seq: 1 })
  engine.handle({ kind: 'ask-payload', ask: 8, topic: 'a/b', seq: 99 })
  expect(events.filter((event) => event.kind === 'payload')).toEqual([
    { kind: 'payload', ask: 7, payload: new TextEncoder().encode('{"t":4}') },
    { kind: 'payload', ask: 8 },
  ])
})
