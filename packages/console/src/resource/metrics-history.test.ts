import { expect, it } from 'vitest'
import { createMetricsHistory } from './metrics-history.ts'

const sample = (seconds: number, total = seconds) => ({
  at: seconds * 1000,
  counts: { total, rate: 0, rate_last5m: 0, rate_max: 0 },
})

it('has one sample for each moment', () => {
  const { add } = createMetricsHistory<'total'>()
  for (const one of [sample(0), sample(5, 1), sample(5, 2)]) add(one)
  expect(add(sample(10)).map(({ counts }) => counts.total)).toEqual([0, 2, 10])
  expect(add(sample(3))).toHaveLength(3)
})

it('spans the whole time in a bounded number of samples that stay evenly apart', () => {
  const { add } = createMetricsHistory<'total'>()
  const day = 24 * 60 * 60
  let most = 0
  for (let at = 0; at <= day; at += 5) most = Math.max(most, add(sample(at)).length)
  expect(most).toBeLessThanOrEqual(720)
  const kept = add(sample(day))
  expect(kept[0]?.at).toBe(0)
  expect(kept.at(-1)?.at).toBe(day * 1000)
  const steps = kept.slice(1, -1).map(({ at }, index) => at - (kept[index]?.at ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(1.5 * Math.min(...steps))
})
