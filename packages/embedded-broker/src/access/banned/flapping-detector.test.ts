import { expect, onTestFinished, test } from 'vitest'
import { flappingDetectRoot } from '../../config/roots/zone-roots.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { detectFlapping } from './flapping-detector.ts'

const clock = manualClock()

async function start(rules: object): Promise<TestBroker> {
  const broker = await createTestBroker({ clock })
  onTestFinished(() => broker.close())
  await broker.context.config.write(flappingDetectRoot, rules)
  return broker
}

async function comeAndGo(
  { context }: { context: Pick<TestBroker['context'], 'cluster'> },
  times: number,
  clientId = 'flapper',
): Promise<void> {
  for (let time = 0; time < times; time++) {
    const raw = openRaw(context.cluster)
    await raw.connect({ clientId })
    raw.drop()
    await eventually(() => expect(context.cluster.session(clientId)?.isConnected ?? false).toBe(false))
  }
}

test('a client that comes and goes too often is banned for a while', async () => {
  const broker = await start({ enable: true, max_count: 3, window_time: '1m', ban_time: '2m' })
  await comeAndGo(broker, 2)
  await comeAndGo(broker, 1, 'steady')
  expect(broker.context.banned.list()).toEqual([])
  await comeAndGo(broker, 1)
  const at = Math.floor(broker.context.now() / 1000)
  expect(broker.context.banned.list()).toEqual([
    {
      as: 'clientid',
      who: 'flapper',
      by: 'flapping detector',
      reason: 'flapping is detected',
      at,
      until: at + 120,
    },
  ])
  expect((await openRaw(broker.context.cluster).connect({ clientId: 'flapper' })).reasonCode).toBe(0x8a)
})

test('what lies further back than the window does not count, nor does being kicked out', async () => {
  const broker = await start({ enable: true, max_count: 2, window_time: '1m' })
  await comeAndGo(broker, 1)
  clock.advance(61_000)
  await comeAndGo(broker, 1)
  const raw = openRaw(broker.context.cluster)
  await raw.connect({ clientId: 'flapper' })
  broker.context.cluster.kick('flapper')
  await raw.closed
  expect(broker.context.banned.list()).toEqual([])
})

test('nobody is watched while it is off', async () => {
  const broker = await start({ enable: false, max_count: 1 })
  await comeAndGo(broker, 3)
  expect(broker.context.banned.list()).toEqual([])
})

test('the last moment of the window counts', async () => {
  const broker = await start({ enable: true, max_count: 2, window_time: '1m' })
  await comeAndGo(broker, 1)
  clock.advance(60_000)
  await comeAndGo(broker, 1)
  expect(broker.context.banned.list()).toMatchObject([{ who: 'flapper' }])
})

test('whose ban is lifted begins anew, and so does everybody when the settings change', async () => {
  const rules = { enable: true, max_count: 2, window_time: '1h' }
  const broker = await start(rules)
  await comeAndGo(broker, 2)
  expect(await broker.ask('DELETE', '/banned/clientid/flapper')).toMatchObject({ status: 204 })
  await comeAndGo(broker, 1)
  expect(broker.context.banned.list()).toEqual([])
  await broker.context.config.write(flappingDetectRoot, { ...rules, ban_time: '1m' })
  await comeAndGo(broker, 1)
  expect(broker.context.banned.list()).toEqual([])
  await comeAndGo(broker, 1)
  expect(broker.context.banned.list()).toMatchObject([{ who: 'flapper' }])
})

/** Creates a detector that watches a cluster of its own and bans clients in a broker. */
async function detect(maxWatched: number, maxCount: number) {
  const { context } = await start({ enable: true, max_count: maxCount, window_time: '1h' })
  const cluster = await startCluster()
  const stop = detectFlapping({
    cluster,
    maxWatched,
    banned: context.banned,
    config: context.config,
    now: () => clock.now(),
    onFailure: (error) => expect(error).toBeUndefined(),
  })
  const banned = () => context.banned.list().map(({ who }) => who)
  return { stop, banned, see: (who: string) => comeAndGo({ context: { cluster } }, 1, who) }
}

test('so many clients are watched at a time; one more, and all begin anew', async () => {
  const { see, banned } = await detect(3, 2)
  for (const who of ['a', 'b', 'c']) await see(who)
  await see('a')
  expect(banned()).toEqual(['a'])
  await see('d')
  await see('one-more')
  await see('b')
  expect(banned()).toEqual(['a'])
  await see('b')
  expect(banned().toSorted()).toEqual(['a', 'b'])
})

test('what is stopped bans nobody', async () => {
  const { see, banned, stop } = await detect(10, 1)
  await see('before')
  stop()
  await see('after')
  expect(banned()).toEqual(['before'])
})
