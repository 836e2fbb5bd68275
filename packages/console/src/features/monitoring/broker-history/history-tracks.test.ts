import type { MonitorSample } from '@brokerdeck/contract/monitoring/monitor.ts'
import { describe, expect, it } from 'vitest'
import { recentHistory, thinOut } from './broker-figures.tsx'
import { getBucketMs, getPollSeconds, getRangeSeconds, historyRanges } from './history-ranges.ts'
import { historyTrack, historyWindow } from './history-tracks.ts'
import { type KnownHistory, wholeHistory } from './known-history.ts'

function samplesOf(count: number, stepMs: number): MonitorSample[] {
  return Array.from({ length: count }, (_, i) => ({
    time_stamp: 1_000_000 + i * stepMs,
    received: 600,
    connections: i,
  }))
}

function known(samples: readonly MonitorSample[], newestShare = 1): KnownHistory {
  return { samples, recent: [], newestShare, askedAt: 0 }
}

describe('ranges', () => {
  it('are those of the specification, with the buckets of the broker', () => {
    expect(historyRanges.map((range) => getRangeSeconds(range) / 3600)).toEqual([1, 6, 12, 24, 72, 168])
    expect(historyRanges.map(getBucketMs)).toEqual([10_000, 60_000, 60_000, 60_000, 300_000, 600_000])
    expect(historyRanges.map(getPollSeconds)).toEqual([30, 60, 60, 60, 60, 60])
  })
})

describe('history', () => {
  it('ends with the newest bucket of the broker, whatever the clock of the browser says', () => {
    expect(historyWindow(samplesOf(400, 10_000), '1h', 99_999_999)).toEqual({
      from: 5_000_000 - 3_600_000,
      to: 5_000_000,
    })
    expect(historyWindow([], '1h', 5_000_000)).toEqual({ from: 1_400_000, to: 5_000_000 })
  })

  it('begins where the broker began to sample, not with hours of nothing', () => {
    const empty = Array.from({ length: 300 }, (_, i) => ({ time_stamp: 1_000_000 - (300 - i) * 10_000 }))
    const begun = [...empty, ...samplesOf(60, 10_000)]
    expect(historyWindow(begun, '1h', 0)).toEqual({ from: 1_000_000, to: 1_600_000 })
    expect(historyWindow(samplesOf(1, 10_000), '1h', 0)).toEqual({ from: 950_000, to: 1_010_000 })
  })

  it('has the rate of a bucket that is still being filled, and none of one that lost its beginning', () => {
    const samples = samplesOf(5, 60_000)
    const rates = historyTrack(known(samples, 0.5), 'received', '6h').points.map(({ value }) => value)
    expect(rates).toEqual([undefined, 600, 600, 600, 1200])
    expect(historyTrack(known(samples), 'connections', '6h').points.map(({ value }) => value)).toEqual([
      0, 1, 2, 3, 4,
    ])
    expect(historyTrack(known(samplesOf(5, 10_000)), 'received', '1h').points[0]?.value).toBe(600)
    expect(historyTrack(known(samplesOf(1, 600_000), 0.1), 'received', '7d').points[0]?.value).toBe(6000)
  })

  it('shows a long range of a broker that has just started as what flows, not as nothing', () => {
    const now = 1_800_000 + 95_000
    const fine = Array.from({ length: 9 }, (_, i) => ({ time_stamp: 1_800_000 + i * 10_000, received: 340 }))
    const history = wholeHistory([{ time_stamp: 1_800_000, received: 9 * 340 }], fine, '7d', now)
    const { points } = historyTrack(history, 'received', '7d')
    expect(points.map(({ value }) => (value ?? 0) / 600)).toEqual([34])
  })
})

describe('the recent course of a figure', () => {
  it('is per second for a counter, with its peak and when that was', () => {
    const samples = samplesOf(4, 10_000).map((sample, i) => ({ ...sample, received: i === 2 ? 900 : 600 }))
    expect(recentHistory(known(samples), 'received')).toEqual({
      values: [60, 60, 90, 60],
      peak: { value: 90, time: 1_020_000 },
    })
  })

  it('has no peak where nothing happened, and none from gaps', () => {
    expect(recentHistory(known([]), 'received')).toEqual({ values: [], peak: undefined })
    expect(recentHistory(known([{ time_stamp: 5 }, { time_stamp: 6, sent: 0 }]), 'sent').peak).toBeUndefined()
  })

  it('is thinned to what a small picture can show', () => {
    expect(thinOut([1, 3, 5, 7, 9], 3)).toEqual([2, 6, 9])
    expect(thinOut([1, 2], 60)).toEqual([1, 2])
  })
})
