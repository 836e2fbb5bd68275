import type { MonitorSample } from '@brokerdeck/contract/monitor.ts'
import { describe, expect, it } from 'vitest'
import { bucketOf, historyRanges, pollSecondsOf, secondsOf } from './history-ranges.ts'
import { historyTrack, historyWindow } from './history-tracks.ts'
import { recentCourse, thinOut } from './recent-course.ts'

function samplesOf(count: number, stepMs: number): MonitorSample[] {
  return Array.from({ length: count }, (_, i) => ({
    time_stamp: 1_000_000 + i * stepMs,
    received: 600,
    connections: i,
  }))
}

describe('ranges', () => {
  it('are those of the specification, with the buckets of the broker', () => {
    expect(historyRanges.map((range) => secondsOf(range) / 3600)).toEqual([1, 6, 12, 24, 72, 168])
    expect(historyRanges.map(bucketOf)).toEqual([10_000, 60_000, 60_000, 60_000, 300_000, 600_000])
    expect(historyRanges.map(pollSecondsOf)).toEqual([10, 60, 60, 60, 60, 60])
  })
})

describe('history', () => {
  it('ends with the newest bucket of the broker, whatever the clock of the browser says', () => {
    expect(historyWindow(samplesOf(3, 10_000), '1h', 99_999_999)).toEqual({
      from: 1_030_000 - 3_600_000,
      to: 1_030_000,
    })
    expect(historyWindow([], '1h', 5_000_000)).toEqual({ from: 1_400_000, to: 5_000_000 })
  })

  it('leaves out counter buckets that are only partly counted, but no gauge', () => {
    const samples = samplesOf(5, 60_000)
    expect(historyTrack(samples, 'received', '6h').points).toHaveLength(4)
    expect(historyTrack(samples, 'connections', '6h').points).toHaveLength(5)
    expect(historyTrack(samplesOf(1440, 60_000), 'received', '1d').points).toHaveLength(1438)
    expect(historyTrack(samplesOf(5, 10_000), 'received', '1h').points).toHaveLength(5)
  })
})

describe('the recent course of a figure', () => {
  it('is per second for a counter, with its peak and when that was', () => {
    const samples = samplesOf(4, 10_000).map((sample, i) => ({ ...sample, received: i === 2 ? 900 : 600 }))
    expect(recentCourse(samples, 'received')).toEqual({
      values: [60, 60, 90, 60],
      peak: { value: 90, time: 1_020_000 },
    })
  })

  it('has no peak where nothing happened, and none from gaps', () => {
    expect(recentCourse([], 'received')).toEqual({ values: [], peak: undefined })
    expect(recentCourse([{ time_stamp: 5 }, { time_stamp: 6, sent: 0 }], 'sent').peak).toBeUndefined()
  })

  it('is thinned to what a small picture can show', () => {
    expect(thinOut([1, 3, 5, 7, 9], 3)).toEqual([2, 6, 9])
    expect(thinOut([1, 2], 60)).toEqual([1, 2])
  })
})
