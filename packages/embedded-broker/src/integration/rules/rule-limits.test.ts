import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { Cascade, cascadeLimits } from '../../mqtt/routing/cascade.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { RuleTime } from './rule-time.ts'
import { type RuleTurnLimits, RuleTurns } from './rule-turns.ts'

async function openBroker() {
  const clock = manualClock()
  const broker = await createTestBroker({ nodes: 1, clock })
  onTestFinished(() => broker.close())
  return { broker, clock }
}

const countersSchema = v.object({ metrics: v.record(v.string(), v.number()) })

async function readCounters(broker: TestBroker, id: string) {
  return v.parse(countersSchema, (await broker.ask('GET', `/rules/${id}/metrics`)).body).metrics
}

const alarmsSchema = v.object({
  data: v.array(
    v.object({ name: v.string(), details: v.object({ rules: v.optional(v.array(v.string())) }) }),
  ),
})

async function readAlarms(broker: TestBroker) {
  return v.parse(alarmsSchema, (await broker.ask('GET', '/alarms')).body).data
}

const republishTwice = (topic: string) => {
  const action = { function: 'republish', args: { topic, payload: 'x', qos: 0 } }
  return [action, action]
}

it('lets no more than so many messages come of one, and says through which rules', {
  timeout: 60_000,
}, async () => {
  const { broker, clock } = await openBroker()
  await broker.ask('POST', '/rules', { id: 'there', sql: 'SELECT * FROM "a"', actions: republishTwice('b') })
  await broker.ask('POST', '/rules', { id: 'back', sql: 'SELECT * FROM "b"', actions: republishTwice('a') })
  const publish = () => broker.ask('POST', '/publish', { topic: 'a', payload: 'x' })
  await publish()
  await eventually(async () => expect(await readAlarms(broker)).toHaveLength(1))
  // This rule runs after all waiting rules, when the first message has no further results.
  await broker.ask('POST', '/rules', { id: 'last', sql: 'SELECT * FROM "c"' })
  await broker.ask('POST', '/publish', { topic: 'c', payload: 'x' })
  await eventually(async () => expect(await readCounters(broker, 'last')).toMatchObject({ matched: 1 }))
  const [there, back] = [await readCounters(broker, 'there'), await readCounters(broker, 'back')]
  const matched = (there['matched'] ?? 0) + (back['matched'] ?? 0)
  expect(matched).toBeGreaterThan(100)
  expect(matched).toBeLessThanOrEqual(cascadeLimits.messages + 1)
  expect((there['actions.failed.unknown'] ?? 0) + (back['actions.failed.unknown'] ?? 0)).toBeGreaterThan(0)
  const [alarm] = await readAlarms(broker)
  expect(alarm?.name).toBe('rule_republish_limit')
  expect([...(alarm?.details.rules ?? [])].sort()).toEqual(['back', 'there'])
  clock.advance(30_000)
  expect(await readAlarms(broker)).toEqual([])
})

it('counts what comes of a message however it branches, by number and by time', () => {
  let now = 0
  const many = new Cascade(() => now)
  for (let count = 0; count < cascadeLimits.messages; count++) expect(many.admit()).toBe(true)
  expect(many.admit()).toBe(false)
  const slow = new Cascade(() => now)
  slow.work(() => {
    now += cascadeLimits.timeMs - 1
    // The nested part is not counted twice.
    slow.work(() => expect(slow.admit()).toBe(true))
  })
  now += 60_000
  expect(slow.admit()).toBe(true)
  slow.work(() => {
    now += 1
    expect(slow.admit()).toBe(false)
  })
})

it('goes on without the rule that a message comes from, after a delay anew', async () => {
  const { broker } = await openBroker()
  const actions = [{ function: 'republish', args: { topic: 'self', payload: 'x' } }]
  await broker.ask('POST', '/rules', { id: 'self', sql: 'SELECT * FROM "self"', actions })
  await broker.ask('POST', '/publish', { topic: 'self', payload: 'x' })
  expect(await readCounters(broker, 'self')).toMatchObject({ matched: 2, 'actions.total': 2 })
})

it('a rule that is slow has a purse of a second, then a tenth of the time', () => {
  let now = 0
  const time = new RuleTime(() => now)
  const runs: number[] = []
  const runFor = (milliseconds: number) => {
    for (const end = now + milliseconds; now < end; now += 10) {
      const { limitMs } = time
      if (limitMs === undefined) continue
      now += limitMs
      time.spend(limitMs)
      runs.push(limitMs)
    }
  }
  runFor(2000)
  expect(Math.max(...runs)).toBe(200)
  const first = runs.reduce((sum, one) => sum + one, 0)
  expect(first).toBeGreaterThan(1000)
  expect(first).toBeLessThan(1300)
  runs.length = 0
  runFor(10_000)
  const later = runs.reduce((sum, one) => sum + one, 0)
  expect(later).toBeGreaterThan(800)
  expect(later).toBeLessThan(1200)
})

it('a quick rule runs as often as there are messages', () => {
  const time = new RuleTime(() => 0)
  for (let count = 0; count < 100_000; count++) time.spend(1)
  expect(time.limitMs).toBe(200)
})

/**
 * A rule that exceeds its share of time once its runs have taken a second. The pattern refers to what its group has
 * matched, so that failed attempts cannot be shared.
 */
const backtracking = String.raw`SELECT * FROM "in" WHERE regex_match(payload, '^(a+)+\1\1c$')`

it('skips a rule that is over its share, counts it, and runs it again later', {
  timeout: 60_000,
}, async () => {
  const { broker } = await openBroker()
  const sql = backtracking
  await broker.ask('POST', '/rules', { id: 'greedy', sql })
  await broker.ask('POST', '/rules', { id: 'meek', sql: 'SELECT * FROM "in"' })
  const payload = `${'a'.repeat(1000)}b`
  for (let count = 0; count < 60; count++) await broker.ask('POST', '/publish', { topic: 'in', payload })
  await eventually(async () =>
    expect(await readCounters(broker, 'meek')).toMatchObject({ matched: 60, passed: 60 }),
  )
  expect(await readCounters(broker, 'greedy')).toMatchObject({ matched: 60, failed: 60 })
})

async function publishSlow(broker: TestBroker): Promise<void> {
  await broker.ask('POST', '/publish', { topic: 'in', payload: `${'a'.repeat(2000)}b` })
}

const readNamed = async (broker: TestBroker) =>
  (await readAlarms(broker)).map(({ details }) => [...(details.rules ?? [])].sort())

it('names each rule that is skipped, comes back while one is, and leaves the one that is mended', {
  timeout: 60_000,
}, async () => {
  const { broker, clock } = await openBroker()
  for (const id of ['one', 'two']) await broker.ask('POST', '/rules', { id, sql: backtracking })
  await eventually(async () => {
    await publishSlow(broker)
    expect(await readNamed(broker)).toEqual([['one', 'two']])
  })
  await broker.ask('POST', '/alarms/force_deactivate', { name: 'rule_time_limit' })
  expect(await readNamed(broker)).toEqual([])
  clock.advance(10_000)
  expect(await readNamed(broker)).toEqual([['one', 'two']])
  await broker.ask('PUT', '/rules/one', { sql: 'SELECT * FROM "in"' })
  expect(await readNamed(broker)).toEqual([['two']])
  await publishSlow(broker)
  await eventually(async () => expect(await readCounters(broker, 'one')).toMatchObject({ passed: 1 }))
  await broker.ask('DELETE', '/rules/two')
  expect(await readNamed(broker)).toEqual([])
  await publishSlow(broker)
  expect(await readNamed(broker)).toEqual([])
})

const small: RuleTurnLimits = { turnMs: 10, jobs: 3, bytes: 100, busyJobs: 2 }

function openTurns(limits = small) {
  const state = { now: 0 }
  const turns: (() => void)[] = []
  const done: string[] = []
  const rules = new RuleTurns({ limits, now: () => state.now, defer: (run) => turns.push(run) })
  /** Creates a job with rules that take 6 ms each. */
  const job = (name: string, count: number, bytes = 1) => {
    let at = 0
    return {
      bytes,
      next: () => {
        state.now += 6
        done.push(`${name}${++at}`)
        return at < count
      },
    }
  }
  const turn = () => {
    for (const run of turns.splice(0)) run()
  }
  return { rules, job, done, turn, turns }
}

it('rules run at once while there is time, and in their order when there is more', () => {
  const { rules, job, done, turn } = openTurns()
  expect(rules.take(job('a', 1))).toBe(true)
  expect(done).toEqual(['a1'])
  expect(rules.take(job('b', 3))).toBe(true)
  expect(rules.take(job('c', 1))).toBe(true)
  expect(done).toEqual(['a1', 'b1'])
  expect(rules.isBusy).toBe(true)
  turn()
  expect(done).toEqual(['a1', 'b1', 'b2', 'b3'])
  expect(rules.isBusy).toBe(false)
  turn()
  expect(done.at(-1)).toBe('c1')
})

it('what a rule sets off is on the same clock', () => {
  const { rules, job, done, turn } = openTurns()
  const outer = {
    bytes: 1,
    next: () => {
      rules.take(job('in', 4))
      return false
    },
  }
  rules.take(outer)
  expect(done).toEqual(['in1', 'in2'])
  turn()
  expect(done).toEqual(['in1', 'in2', 'in3', 'in4'])
})

it('no more waits than may, in number and in bytes', () => {
  const { rules, job, done, turn } = openTurns()
  rules.take(job('a', 2))
  expect(rules.take(job('b', 1, 90))).toBe(true)
  expect(rules.take(job('c', 1, 11))).toBe(false)
  expect(rules.take(job('d', 1))).toBe(true)
  expect(rules.take(job('e', 1))).toBe(true)
  expect(rules.take(job('f', 1))).toBe(false)
  for (let count = 0; count < 5; count++) turn()
  expect(done).toEqual(['a1', 'a2', 'b1', 'd1', 'e1'])
})

it('nothing is done any more once it is closed', () => {
  const { rules, job, done, turn } = openTurns()
  rules.take(job('a', 5))
  rules.close()
  turn()
  rules.take(job('b', 1))
  expect(done).toEqual(['a1', 'a2'])
})

it('reads a client no further while rules have too much to do, and loses nothing that it sent', {
  timeout: 60_000,
}, async () => {
  const { broker } = await openBroker()
  const { cluster } = broker.context
  await broker.ask('POST', '/rules', { id: 'all', sql: 'SELECT * FROM "in"' })
  let isBusy = true
  cluster.load.isBusy = () => isBusy
  const client = await connectClient(cluster, { clientId: 'c' })
  for (let count = 0; count < 50; count++) client.publish('in', 'x')
  const last = client.publishAsync('in', 'x', { qos: 1 })
  const other = await connectClient(cluster, { clientId: 'other' })
  await eventually(async () => expect(await readCounters(broker, 'all')).toMatchObject({ matched: 1 }))
  isBusy = false
  await last
  expect(await readCounters(broker, 'all')).toMatchObject({ matched: 51 })
  await client.endAsync()
  await other.endAsync()
})
