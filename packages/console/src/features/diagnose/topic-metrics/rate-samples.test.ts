import { topicMetricSchema } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addSample, type RateSample, rateTracks, toSampleWindow } from './rate-samples.ts'

const schema = topicMetricSchema.entries.metrics
const zero = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, 0]))

function sample(at: number, rate: number): RateSample {
  const rates = { 'messages.in.rate': rate, 'messages.qos1.in.rate': rate / 2 }
  return { at, figures: v.parse(schema, { ...zero, ...rates }) }
}

test('five minutes are kept, an answer that was there already is not taken twice', () => {
  let samples: readonly RateSample[] = []
  for (let second = 0; second <= 600; second += 2) samples = addSample(samples, sample(second * 1000, second))
  expect(addSample(samples, sample(600_000, 1))).toBe(samples)
  expect(samples).toHaveLength(151)
  expect(toSampleWindow(samples)).toEqual({ from: 300_000, to: 600_000 })
  expect(toSampleWindow([sample(600_000, 1)])).toEqual({ from: 540_000, to: 600_000 })
})

test('rates are drawn in all, or of one QoS and then without what is not split', () => {
  const samples = [sample(1000, 4)]
  expect(rateTracks(samples, 'all').map(({ points }) => points[0]?.value)).toEqual([4, 0, 0])
  expect(rateTracks(samples, 1).map(({ points }) => points[0]?.value)).toEqual([2, 0])
})
