import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { ActionBuffer } from './action-buffer.ts'
import { ActionMetrics } from './action-metrics.ts'
import { BufferBudget } from './buffer-budget.ts'
import { bufferOptions } from './buffer-options.ts'

const mebibyte = 1024 ** 2

/** Creates the given number of actions with one unavailable target, which becomes available on demand. */
function buffers(count: number, budget: BufferBudget) {
  const clock = manualClock()
  const delivered: number[] = []
  let isAway = true
  const target = {
    state: () => (isAway ? ('wait' as const) : ('ready' as const)),
    deliver: async (rows: readonly TermMap[]) => {
      delivered.push(...rows.map((row) => Number(row.get('n'))))
      return { kind: 'ok' } as const
    },
  }
  const all = Array.from({ length: count }, () => {
    const metrics = new ActionMetrics()
    const options = bufferOptions({ request_ttl: 'infinity' })
    const buffer = new ActionBuffer({ target, options, metrics, budget, clock })
    onTestFinished(() => buffer.close())
    return { buffer, metrics }
  })
  const sum = (name: 'matched' | 'queuing' | 'queuing_bytes' | 'dropped.queue_full' | 'success') =>
    all.reduce((total, { metrics }) => total + metrics.figures[name], 0)
  async function comeBack(): Promise<void> {
    isAway = false
    await Promise.all(all.map(({ buffer }) => buffer.resume()))
  }
  return { all, sum, delivered, comeBack }
}

test('5,000 actions with a target that is away keep what fits, the newest of all, and count what they dropped', async () => {
  const budget = new BufferBudget(32 * mebibyte)
  const { all, sum, delivered, comeBack } = buffers(5000, budget)
  const rounds = 10
  // The rows take 400 MB, and each action would keep all its rows by its own limit of 256 MB.
  for (let round = 0; round < rounds; round++)
    for (const [at, { buffer }] of all.entries()) {
      const n = round * all.length + at
      const row = new Map<string, Term>([['n', String(n)]])
      buffer.send(row.set('payload', Buffer.alloc(8192, n % 256)), `c${n % 7}`)
    }
  const sent = rounds * all.length
  const kept = sum('queuing')
  expect(budget.bytes).toBeLessThanOrEqual(32 * mebibyte)
  expect(sum('queuing_bytes')).toBeLessThanOrEqual(32 * mebibyte)
  expect(kept).toBeGreaterThan(3000)
  expect({ matched: sum('matched'), dropped: sum('dropped.queue_full') }).toEqual({
    matched: sent,
    dropped: sent - kept,
  })

  await comeBack()
  await eventually(() => expect(sum('success')).toBe(kept))
  expect(delivered.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: kept }, (_, at) => sent - kept + at),
  )
  expect(budget.bytes).toBe(0)
})

test('what was handed over makes room, however much goes through', async () => {
  const budget = new BufferBudget(mebibyte)
  const { all, sum, comeBack } = buffers(1, budget)
  await comeBack()
  for (let n = 0; n < 6000; n++) {
    all[0]?.buffer.send(new Map([['n', String(n)]]), 'c')
    if (n % 1000 === 0) await eventually(() => expect(sum('success')).toBe(n + 1))
  }
  await eventually(() => expect(sum('success')).toBe(6000))
  expect({ dropped: sum('dropped.queue_full'), bytes: budget.bytes }).toEqual({ dropped: 0, bytes: 0 })
})

test('what an action drops by its own limit, or when it is closed, counts no longer', () => {
  const budget = new BufferBudget(mebibyte)
  const { all } = buffers(2, budget)
  for (const { buffer } of all) buffer.send(new Map([['payload', Buffer.alloc(1000)]]), 'c')
  expect(budget.bytes).toBeGreaterThan(2000)
  for (const { buffer } of all) buffer.close()
  expect(budget.bytes).toBe(0)
})
