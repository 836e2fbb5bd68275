import { expect, it, onTestFinished } from 'vitest'
import type { Verdict } from '../mqtt/client/access.ts'
import { connectClient } from '../testing/connect-client.ts'
import { eventually } from '../testing/eventually.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker } from '../testing/test-broker.ts'

async function openBroker() {
  const clock = manualClock()
  const broker = await createTestBroker({ clock, nodes: 1 })
  onTestFinished(() => broker.close())
  return { broker, manual: clock, ...broker.context }
}

const allow: Verdict = { permission: 'allow', source: 'default' }

it('a listener that throws ends nothing but what it does', async () => {
  const { broker, cluster, faults, log } = await openBroker()
  const heard: string[] = []
  cluster.on('published', () => {
    throw new Error('no such thing')
  })
  cluster.on('published', ({ message }) => heard.push(message.topic))
  expect((await broker.ask('POST', '/publish', { topic: 'a', payload: 'x' })).status).toBe(202)
  expect(heard).toEqual(['a'])
  expect(faults.counts.get('event')).toBe(1)
  expect(log.recent().join('\n')).toMatch(/fault_in_event, subject: published, reason: .*no such thing/)
})

it('a timer that throws runs again when its time comes, and so do the others', async () => {
  const { clock, faults, manual } = await openBroker()
  const runs = { faulty: 0, other: 0 }
  clock.every(1000, () => {
    runs.faulty += 1
    throw new Error('too late')
  })
  clock.every(1000, () => {
    runs.other += 1
  })
  manual.advance(3000)
  expect(runs).toEqual({ faulty: 3, other: 3 })
  expect(faults.counts.get('timer')).toBe(3)
})

it('what a listener and a timer do later is watched as what they do at once', async () => {
  const { broker, clock, cluster, faults, manual, log } = await openBroker()
  const reject = async () => {
    await Promise.resolve()
    throw new Error('later')
  }
  cluster.on('published', reject)
  clock.every(1000, reject)
  expect((await broker.ask('POST', '/publish', { topic: 'a', payload: 'x' })).status).toBe(202)
  manual.advance(2000)
  await eventually(() => expect(Object.fromEntries(faults.counts)).toEqual({ event: 1, timer: 2 }))
  expect(log.recent().join('\n')).toMatch(/fault_in_timer, subject: "every 1000 ms", reason: .*later/)
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no verdict')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no verdict'))],
])('a packet whose handling %s ends its connection with 0x83, and no other', async (_how, authorize) => {
  const { cluster, faults } = await openBroker()
  const other = await connectClient(cluster, { clientId: 'other' })
  const victim = await connectClient(cluster, { clientId: 'victim' })
  const codes: (number | undefined)[] = []
  victim.on('disconnect', ({ reasonCode }) => codes.push(reasonCode))
  cluster.setAccess({
    authorize: ({ clientid }) => (clientid === 'victim' ? authorize() : allow),
  })
  victim.publish('a', 'x')
  await eventually(() => expect(codes).toEqual([0x83]))
  await eventually(() => expect(cluster.session('victim')).toBeUndefined())
  await other.subscribeAsync('b')
  const received = new Promise((resolve) => other.once('message', (topic) => resolve(topic)))
  await other.publishAsync('b', 'x', { qos: 1 })
  expect(await received).toBe('b')
  expect(faults.counts.get('packet')).toBe(1)
  await other.endAsync()
})

it('a will that nobody can judge is not published, and its client leaves in peace', async () => {
  const { cluster, faults } = await openBroker()
  const client = await connectClient(cluster, {
    clientId: 'dying',
    will: { topic: 'w', payload: Buffer.from('x'), qos: 0, retain: true },
  })
  cluster.setAccess({ authorize: () => Promise.reject(new Error('no verdict')) })
  client.stream.destroy()
  await eventually(() => expect(faults.counts.get('promise')).toBe(1))
  expect(cluster.session('dying')).toBeUndefined()
  expect(cluster.retained('#')).toEqual([])
})
