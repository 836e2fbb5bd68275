import type { MonitorSample } from '@brokerdeck/contract/monitoring/monitor.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getBucketMs, getRangeSeconds, historyRanges } from './history-ranges.ts'
import { historyWindow } from './history-tracks.ts'
import {
  joinHistory,
  type KnownHistory,
  newestBucketSeconds,
  secondsToAsk,
  wholeHistory,
} from './known-history.ts'

const start = 1_795_250_400_000

interface Sampled {
  readonly at: number
  readonly received: number
  readonly connections: number
}

/**
 * Returns EMQX's response to `latest` at a given time, from samples every ten seconds; buckets before the first
 * sample are empty.
 */
function answer(samples: readonly Sampled[], latest: number, now: number): MonitorSample[] {
  const width = latest > 259_200 ? 600_000 : latest > 86_400 ? 300_000 : latest > 3600 ? 60_000 : 10_000
  const buckets = new Map<number, MonitorSample>()
  const from = now - latest * 1000
  for (let time = from - (from % width); time <= now; time += width) {
    buckets.set(time, { time_stamp: time })
  }
  for (const { at, received, connections } of samples) {
    if (at < now - latest * 1000 || at > now) continue
    const time = at - (at % width)
    const before = buckets.get(time)
    buckets.set(time, {
      time_stamp: time,
      received: (before?.received ?? 0) + received,
      connections: Math.max(before?.connections ?? 0, connections),
    })
  }
  const begun = samples[0]?.at ?? now
  return [...buckets.values()]
    .filter(({ time_stamp: time }) => time + width > begun)
    .sort((a, b) => a.time_stamp - b.time_stamp)
}

it('is what the broker would answer to the whole range, whenever it is asked for what is new', () => {
  const scenario = fc.record({
    range: fc.constantFrom(...historyRanges),
    ages: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 }),
    begunFor: fc.integer({ min: 0, max: 8000 }),
    isAway: fc.func(fc.boolean()),
  })
  fc.assert(
    fc.property(scenario, ({ range, ages, begunFor, isAway }) => {
      const first = start + begunFor * 1000
      const last = first + ages.reduce((sum, age) => sum + age, 0) * 1000
      const samples: Sampled[] = []
      for (let at = start + 3000; at <= last; at += 10_000) {
        if (!isAway(at % 70_000)) samples.push({ at, received: at % 977, connections: at % 89 })
      }
      const whole = (now: number): KnownHistory => {
        const isFine = getBucketMs(range) === 10_000
        const all = answer(samples, getRangeSeconds(range), now)
        return wholeHistory(all, isFine ? all : answer(samples, newestBucketSeconds(range), now), range, now)
      }
      let now = first
      let known = whole(now)
      for (const age of ages) {
        now += age * 1000
        const seconds = secondsToAsk(known, now)
        known =
          seconds === undefined ? whole(now) : joinHistory(known, answer(samples, seconds, now), range, now)
      }
      const expected = answer(samples, getRangeSeconds(range), now).slice(1)
      expect(expected.length === 0 ? [] : known.samples.slice(-expected.length)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

it('asks for a minute while it is asked often, and for everything after an hour away', () => {
  const samples = [{ time_stamp: 0, received: 1, connections: 1 }]
  const known = { samples, recent: [], newestShare: 1, askedAt: 0 }
  expect(secondsToAsk(known, 30_000)).toBe(61)
  expect(secondsToAsk(known, 600_000)).toBe(630)
  expect(secondsToAsk(known, 3_600_000)).toBeUndefined()
})

it('of a broker that has sampled nothing is empty, ends now, and is asked for as a whole again', () => {
  for (const range of historyRanges) {
    const nothing = wholeHistory([], [], range, start)
    expect(nothing.samples).toEqual([])
    expect(historyWindow(nothing.samples, range, start)).toEqual({
      from: start - getRangeSeconds(range) * 1000,
      to: start,
    })
    expect(secondsToAsk(nothing, start + 5000)).toBeUndefined()
  }
})
