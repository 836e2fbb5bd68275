import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { openEngine } from '#features/diagnose/test-client/testing/open-engine.ts'
import type { MessageListing } from './page-message.ts'

const options = { qos: 1, noLocal: false, retainAsPublished: false, retainHandling: 0 } as const
const listing = { direction: 'received', search: '', topic: '', start: 0, end: 5 } as const

/** Opens a worker that receives everything, and functions for a page that shows its list. */
async function openReceiving() {
  const engine = await openEngine()
  const { cluster, port, connect, phase, told, eventually } = engine
  port.send({ type: 'subscriptions', wanted: [{ filter: '#', options, isMuted: false }] })
  connect()
  await phase('connected')
  await vi.waitFor(() => expect(cluster.session('probe')?.subscriptions.size).toBe(1), 15_000)
  const publish = async (topic: string, ...payloads: readonly (string | Buffer)[]) => {
    for (const payload of payloads)
      await cluster.publish({ topic, payload: Buffer.from(payload), qos: 1, retain: false })
  }
  const show = (view: Partial<MessageListing>) =>
    port.send({ type: 'list', view: { ...listing, chart: {}, ...view } })
  const charts = () => told.flatMap((one) => (one.type === 'charted' ? [one] : []))
  /** Waits until the latest chart matches. */
  const chart = (expected: object) =>
    vi.waitFor(() => expect(charts().at(-1)).toMatchObject(expected), 15_000)
  const received = (kept: number) =>
    eventually({ type: 'update', received: expect.objectContaining({ kept }) })
  /** Waits until the worker knows that its list is no longer shown. */
  const unlisted = () =>
    vi.waitFor(() => {
      expect(told.findLast(({ type }) => type === 'update')).not.toHaveProperty('listed')
    }, 15_000)
  return { port, publish, show, charts, chart, received, unlisted }
}

const points = (...values: readonly number[]) => values.map((value) => ({ value }))

describe('the chart of a worker', () => {
  it('is of the topic with the latest number, and stays there', async () => {
    const { publish, show, chart, received } = await openReceiving()
    await publish('room/1', '{"t":20}', '{"t":21,"door":"OPEN"}')
    await publish('room/2', 'offline')
    await received(3)
    show({})
    await chart({
      direction: 'received',
      topics: ['room/1', 'room/2'],
      topic: 'room/1',
      paths: [['t'], ['door']],
      path: ['t'],
      points: points(20, 21),
    })
    await publish('room/2', '5')
    await publish('room/1', '{"t":22}')
    await chart({ topic: 'room/1', points: points(20, 21, 22) })
  })

  it('is of the topic and the path that are chosen, also of what is packed', async () => {
    const { publish, show, chart } = await openReceiving()
    await publish('a', '1')
    await publish('b', gzipSync('{"n":1,"on":"ON"}'), '{"n":2,"on":"OFF"}')
    show({ chart: { topic: 'b', path: ['on'] } })
    await chart({ topics: ['a', 'b'], topic: 'b', path: ['on'], messages: 2, points: points(1, 0) })
    show({ chart: { topic: 'a' } })
    await chart({ topic: 'a', path: [], messages: 1, points: points(1) })
    show({ chart: { topic: 'never' } })
    await chart({ topic: 'never', messages: 0, points: [] })
  })

  it('finds a number in what is packed', async () => {
    const { publish, show, chart } = await openReceiving()
    show({})
    await publish('packed', gzipSync('21 °C'))
    await publish('text', 'offline')
    await chart({ topic: 'packed', points: points(21) })
  })

  it('says that there is no number, and of which topic', async () => {
    const { publish, show, chart } = await openReceiving()
    show({})
    await publish('a', 'offline')
    await chart({ topic: 'a', messages: 1, paths: [], points: [] })
    await publish('b', 'ON')
    await chart({ topic: 'b', messages: 1, points: points(1) })
  })

  it('is of no more than the latest messages, as the list is filtered and held', async () => {
    const { publish, show, chart, received } = await openReceiving()
    await publish('a/1', ...Array.from({ length: 510 }, (_, at) => String(at)))
    await publish('b', '-1')
    await received(511)
    show({ topic: 'a/+' })
    await chart({ topics: ['a/1'], topic: 'a/1', messages: 500 })
    show({ topic: 'a/+', upTo: 3 })
    await chart({ topic: 'a/1', messages: 3, points: points(0, 1, 2) })
  })

  it('is empty once the list is cleared, and begins with what comes then', async () => {
    const { port, publish, show, chart, received } = await openReceiving()
    show({})
    await publish('a', '1')
    await chart({ topic: 'a' })
    port.send({ type: 'clear', direction: 'received' })
    await received(0)
    await chart({ topics: [], messages: 0, points: [] })
    await publish('b', '2')
    await chart({ topics: ['b'], topic: 'b', points: points(2) })
  })

  it('is not made while nobody looks, and of the same topic afterwards', async () => {
    const { port, publish, show, charts, chart, received, unlisted } = await openReceiving()
    show({})
    await publish('a', '1')
    await chart({ topic: 'a' })
    port.send({ type: 'unlist' })
    await unlisted()
    const before = charts().length
    await publish('b', '2')
    await publish('a', '3')
    await received(3)
    expect(charts().length).toBe(before)
    show({})
    await chart({ topics: ['a', 'b'], topic: 'a', points: points(1, 3) })
  })
})
