import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { brokerFetch } from '#testing/broker-fetch.ts'
import { createLine, createQueryClient, pollDelay, read } from './query.ts'
import { endSession, startSession } from './session.ts'

test('what is polled is asked less and less often while no answer comes, and as before once one has come', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const network = brokerFetch(broker)
  vi.stubGlobal('fetch', network.fetch)
  startSession({ token: broker.login(), username: 'admin', edition: 'ce', version: '5.8.9' })
  onTestFinished(() => endSession('logged-out'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())

  const client = createQueryClient()
  const stop = new QueryObserver(client, read(nodes.list, {}, { pollSeconds: 5 })).subscribe(() => undefined)
  onTestFinished(stop)
  /** Returns the number of requests in the given number of seconds. */
  const askedIn = async (seconds: number) => {
    const before = network.asked.length
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await network.settled()
    }
    return network.asked.length - before
  }
  await network.settled()
  expect(await askedIn(60)).toBe(12)
  network.cut(true)
  await askedIn(120)
  // Each poll is tried twice; after two minutes without a response the polls are a minute apart.
  expect(await askedIn(240)).toBeLessThanOrEqual(10)
  network.cut(false)
  await askedIn(61)
  expect(await askedIn(60)).toBe(12)
})

test('a line lets so many in at a time, in their order, and forgets who is gone', async () => {
  const line = createLine(2)
  const entered: string[] = []
  const ends = new Map<string, (fault?: string) => void>()
  const enter = (name: string, { signal } = new AbortController()) =>
    line(signal, () => {
      entered.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (fault) => (fault === undefined ? resolve(name) : reject(fault))),
      )
    })
  const [gone, late] = [new AbortController(), new AbortController()]
  const [a, b, c, d, e] = [enter('a', late), enter('b'), enter('c', gone), enter('d'), enter('e')]
  await vi.waitFor(() => expect(entered).toEqual(['a', 'b']))
  gone.abort('gone')
  await expect(c).rejects.toBe('gone')
  ends.get('b')?.('broken')
  await expect(b).rejects.toBe('broken')
  await vi.waitFor(() => expect(entered).toEqual(['a', 'b', 'd']))
  // A task that has entered is no longer in the queue: its signal concerns only its own work.
  late.abort('late')
  ends.get('a')?.()
  expect(await a).toBe('a')
  await vi.waitFor(() => expect(entered).toEqual(['a', 'b', 'd', 'e']))
  for (const name of ['d', 'e']) ends.get(name)?.()
  expect(await Promise.all([d, e])).toEqual(['d', 'e'])
})

describe('the time to the next poll', () => {
  it('keeps the interval while polls succeed', () => {
    expect(pollDelay(5_000, undefined, 1_000_000)).toBe(5_000)
  })

  it('backs off the longer the failure lasts, up to a minute', () => {
    const delays = [5_000, 30_000, 600_000].map((age) => pollDelay(5_000, 1_000_000, 1_000_000 + age))
    expect(delays).toEqual([5_000, 15_000, 60_000])
  })

  it('waits twice the interval for what has never answered', () => {
    expect(pollDelay(5_000, 0, 1_000_000)).toBe(10_000)
  })
})
