import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { describe, expect, it, vi } from 'vitest'
import { openEngine } from '#features/diagnose/test-client/testing/open-engine.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a connection', () => {
  it('that cannot be opened says so, and is tried until it is given up', async () => {
    const { connect, port, eventually, phase, told } = await openEngine()
    connect({ reconnectPeriod: 3_600 }, undefined, 'ws://elsewhere:1/mqtt')
    const end = expect.objectContaining({ kind: 'unopened', isTimeout: false })
    const failed = (failures: number) =>
      eventually({
        state: expect.objectContaining({
          phase: 'reconnecting',
          end,
          retry: { failures, nextAt: expect.any(Number) },
        }),
      })
    await failed(1)
    port.send({ type: 'retry' })
    await failed(2)
    port.send({ type: 'disconnect' })
    await phase('disconnected')
    // The reason of the failure is kept after the retries are cancelled.
    expect(told.at(-1)).toMatchObject({ state: { phase: 'disconnected', end: { kind: 'unopened' } } })
  })

  it('that cannot be opened is tried once where nothing else is wanted', async () => {
    const { connect, eventually } = await openEngine()
    connect({ reconnectPeriod: 0 }, undefined, 'ws://elsewhere:1/mqtt')
    const end = expect.objectContaining({ kind: 'unopened', isTimeout: false })
    await eventually({ state: expect.objectContaining({ phase: 'disconnected', end }) })
  })

  it('is made as soon as the broker is there', async () => {
    const { cluster, connect, phase } = await openEngine()
    for (const node of cluster.nodes) await node.stop()
    connect({ reconnectPeriod: 1 })
    await phase('reconnecting')
    for (const node of cluster.nodes) await node.start()
    await phase('connected')
  })

  it('sends a topic once where it has an alias', async () => {
    const { cluster, port, connect, eventually, phase } = await openEngine()
    const watcher = await connectClient(cluster, { clientId: 'watcher' })
    await watcher.subscribeAsync('#', { qos: 1 })
    const arrived: string[] = []
    watcher.on('message', (topic, payload) => arrived.push(`${topic} ${payload}`))
    connect()
    await phase('connected')
    const topic = `long/${'topic/'.repeat(100)}`
    const message = { topic, payload: bytes('1'), qos: 1, retain: false } as const
    const sizes: number[] = []
    for (const [id, topicAlias] of [3, 3, 4].entries()) {
      const before = cluster.session('probe')?.counters.recvOct ?? 0
      port.send({ type: 'publish', id, message: { ...message, properties: { topicAlias } } })
      await eventually({ type: 'published', id })
      sizes.push((cluster.session('probe')?.counters.recvOct ?? 0) - before)
    }
    await vi.waitFor(() => expect(arrived).toEqual([`${topic} 1`, `${topic} 1`, `${topic} 1`]), 15_000)
    expect(sizes.map((size) => size > topic.length)).toEqual([true, false, true])
  })
})
