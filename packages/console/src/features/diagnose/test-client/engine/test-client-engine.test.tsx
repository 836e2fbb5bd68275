import { changeSettings } from '@brokerdeck/embedded-broker/testing/change-settings.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { describe, expect, it, vi } from 'vitest'
import { openEngine } from '#features/diagnose/test-client/testing/open-engine.ts'
import type { WantedSubscription } from './page-message.ts'

const wanted = (filter: string, change: Partial<WantedSubscription['options']> = {}, isMuted = false) => ({
  filter,
  options: { qos: 1, noLocal: false, retainAsPublished: false, retainHandling: 0, ...change } as const,
  isMuted,
})

const everything = { direction: 'received', search: '', topic: '', start: 0, end: 50 } as const
const bytes = (text: string) => new TextEncoder().encode(text)

describe('a connection of a worker', () => {
  it('is made with every option of MQTT 5, and says what was granted', async () => {
    const { cluster, connect, eventually, phase } = await openEngine()
    const watcher = await connectClient(cluster, { clientId: 'watcher' })
    await watcher.subscribeAsync('last/#', { qos: 1 })
    const arrived = vi.fn()
    watcher.on('message', (topic, payload, packet) => arrived(topic, String(payload), packet))
    connect({
      clientId: '',
      sessionExpiry: 0,
      receiveMaximum: 7,
      userProperties: [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
      will: {
        enable: true,
        topic: 'last/words',
        payload: '00ff',
        encoding: 'hex',
        qos: 1,
        retain: false,
        isText: false,
        contentType: 'x/y',
        userProperties: [{ key: 'k', value: 'v' }],
      },
    })
    await phase('connected')
    const [, session] = [...cluster.sessions()]
    expect(session).toMatchObject({ protocolVersion: 5, inflightMax: 7, isCleanStart: true })
    await eventually({
      state: expect.objectContaining({
        connack: expect.objectContaining({ version: 5, assignedClientId: session?.clientid }),
      }),
    })
    cluster.kick(session?.clientid ?? '')
    await eventually({ state: expect.objectContaining({ end: expect.objectContaining({ kind: 'ended' }) }) })
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), 15_000)
    expect(arrived.mock.calls[0]?.[0]).toBe('last/words')
    expect(arrived.mock.calls[0]?.[2]).toMatchObject({
      payload: Buffer.from([0x00, 0xff]),
      properties: { contentType: 'x/y', userProperties: { k: 'v' } },
    })
  })

  it.each([
    [5, 0x8a],
    [4, 5],
  ] as const)(
    'says the code with which MQTT %i is refused, and is not tried again',
    async (version, code) => {
      const { cluster, connect, eventually, told } = await openEngine()
      cluster.setAdmission(() => 'banned')
      connect({ version, reconnectPeriod: 1 })
      const end = expect.objectContaining({ kind: 'refused', version, code })
      await eventually({ state: expect.objectContaining({ phase: 'disconnected', end }) })
      expect(told.filter(({ type }) => type === 'state')).toHaveLength(2)
    },
  )

  it('may have a password and no username', async () => {
    const { cluster, connect, phase } = await openEngine()
    connect({ username: '' }, 'token')
    await phase('connected')
    expect(cluster.session('probe')?.isConnected).toBe(true)
  })

  it('is closed as it was asked to be, without its will', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    connect()
    await phase('connected')
    port.send({ type: 'disconnect' })
    await phase('disconnecting')
    await eventually({ state: expect.objectContaining({ phase: 'disconnected', end: { kind: 'asked' } }) })
    await vi.waitFor(() => expect(cluster.session('probe')?.isConnected ?? false).toBe(false), 15_000)
  })

  it('is made again when it is lost, with its subscriptions', async () => {
    const { cluster, port, connect, phase } = await openEngine()
    port.send({ type: 'subscriptions', wanted: [wanted('back/#', { subscriptionId: 7 })] })
    connect({ reconnectPeriod: 1 })
    await phase('connected')
    await vi.waitFor(() => expect(cluster.session('probe')?.subscriptions.size).toBe(1), 15_000)
    const before = cluster.session('probe')?.connectedAt ?? 0
    cluster.kick('probe')
    await phase('reconnecting')
    await vi.waitFor(() => {
      const session = cluster.session('probe')
      expect(session?.connectedAt).toBeGreaterThan(before)
      expect(session?.subscriptions.get('back/#')).toMatchObject({ qos: 1, subscriptionIdentifier: 7 })
    }, 15_000)
  })

  it('gives way to another client of its name', async () => {
    const { cluster, connect, phase, eventually } = await openEngine()
    connect({ reconnectPeriod: 1 })
    await phase('connected')
    await connectClient(cluster, { clientId: 'probe' })
    const end = expect.objectContaining({ kind: 'ended', code: 0x8e })
    await eventually({ state: expect.objectContaining({ phase: 'disconnected', end }) })
  })
})

describe('subscriptions of a worker', () => {
  it('are made, changed and taken back as the page wants', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    connect()
    await phase('connected')
    port.send({
      type: 'subscriptions',
      wanted: [wanted('a/#'), wanted('b', { noLocal: true, retainHandling: 2 })],
    })
    await eventually({ type: 'subscription', filter: 'a/#', answer: { kind: 'done', code: 1 } })
    await vi.waitFor(() => expect(cluster.session('probe')?.subscriptions.size).toBe(2), 15_000)
    expect(cluster.session('probe')?.subscriptions.get('b')).toMatchObject({ nl: 1, rh: 2 })
    port.send({ type: 'subscriptions', wanted: [wanted('b', { qos: 2 })] })
    await eventually({ type: 'subscription', filter: 'a/#' })
    await eventually({ type: 'subscription', filter: 'b', answer: { kind: 'done', code: 2 } })
    expect([...(cluster.session('probe')?.subscriptions.keys() ?? [])]).toEqual(['b'])
  })

  it('that the broker refuses are said with its code', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    changeSettings(cluster, { mqtt: { hasWildcardSubscriptions: false } })
    connect()
    await phase('connected')
    port.send({ type: 'subscriptions', wanted: [wanted('a/#')] })
    await eventually({
      type: 'subscription',
      filter: 'a/#',
      answer: { kind: 'refused', code: 0xa2, version: 5 },
    })
  })
})

describe('messages of a worker', () => {
  it('are listed, counted while they are muted, opened whole and cleared', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    port.send({ type: 'list', view: everything })
    port.send({ type: 'subscriptions', wanted: [wanted('a/#'), wanted('quiet/#', {}, true)] })
    connect()
    await phase('connected')
    await vi.waitFor(() => expect(cluster.session('probe')?.subscriptions.size).toBe(2), 15_000)
    const publisher = await connectClient(cluster, { clientId: 'publisher' })
    const large = Buffer.alloc(500_000, 0xfe)
    await publisher.publishAsync('quiet/1', 'x', { qos: 1 })
    await publisher.publishAsync('a/large', large, { qos: 1 })
    await publisher.publishAsync('a/text', 'grüße', {
      qos: 1,
      properties: { userProperties: { k: ['1', '2'] }, correlationData: Buffer.from([1, 2]) },
    })
    await eventually({
      type: 'update',
      received: expect.objectContaining({ total: 2, kept: 2, muted: 1, dropped: 0 }),
      listed: expect.objectContaining({
        count: 2,
        rows: [
          expect.objectContaining({ seq: 2, topic: 'a/text', preview: 'grüße', isText: true, qos: 1 }),
          expect.objectContaining({ seq: 1, topic: 'a/large', size: 500_000, isText: false }),
        ],
      }),
    })
    port.send({ type: 'open', id: 1, direction: 'received', seq: 2 })
    await eventually({
      type: 'opened',
      id: 1,
      message: expect.objectContaining({
        topic: 'a/text',
        properties: expect.objectContaining({
          userProperties: [
            ['k', '1'],
            ['k', '2'],
          ],
          correlationData: new Uint8Array([1, 2]),
        }),
      }),
    })
    port.send({ type: 'clear', direction: 'received' })
    await eventually({ type: 'update', received: expect.objectContaining({ total: 2, kept: 0 }) })
    port.send({ type: 'open', id: 2, direction: 'received', seq: 2 })
    await eventually({ type: 'opened', id: 2 })
  })

  it('are dropped and counted beyond the limits', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    port.send({ type: 'limits', count: 3, bytes: 1_000_000 })
    port.send({ type: 'subscriptions', wanted: [wanted('#')] })
    connect()
    await phase('connected')
    await vi.waitFor(() => expect(cluster.session('probe')?.subscriptions.size).toBe(1), 15_000)
    for (let at = 0; at < 10; at += 1) {
      await cluster.publish({ topic: 'a', payload: Buffer.from('x'), qos: 0, retain: false })
    }
    await eventually({
      type: 'update',
      received: expect.objectContaining({ total: 10, kept: 3, dropped: 7 }),
    })
  })

  it('are published with all properties, and whether anybody subscribes is told', async () => {
    const { cluster, port, connect, phase, eventually } = await openEngine()
    const message = { topic: 'out', payload: bytes('hi'), qos: 1, retain: false } as const
    port.send({ type: 'publish', id: 1, message })
    await eventually({ type: 'published', id: 1, answer: { kind: 'lost' } })
    connect()
    await phase('connected')
    port.send({ type: 'publish', id: 2, message })
    await eventually({ type: 'published', id: 2, answer: { kind: 'done', code: 16 } })
    const reader = await connectClient(cluster, { clientId: 'reader' })
    const arrived = vi.fn()
    reader.on('message', (_topic, payload, packet) => arrived(String(payload), packet.properties))
    await reader.subscribeAsync('out', { qos: 2 })
    const properties = {
      isText: true,
      contentType: 'text/plain',
      responseTopic: 're',
      correlationData: new Uint8Array([9]),
      expiry: 60,
      userProperties: [['k', 'v']],
    } as const
    port.send({ type: 'publish', id: 3, message: { ...message, qos: 2, properties } })
    await eventually({ type: 'published', id: 3, answer: { kind: 'done', code: 0 } })
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), 15_000)
    expect(arrived).toHaveBeenCalledWith(
      'hi',
      expect.objectContaining({
        payloadFormatIndicator: true,
        contentType: 'text/plain',
        responseTopic: 're',
        correlationData: Buffer.from([9]),
        userProperties: { k: 'v' },
      }),
    )
    await eventually({ type: 'update', published: expect.objectContaining({ total: 2 }) })
  })
})
