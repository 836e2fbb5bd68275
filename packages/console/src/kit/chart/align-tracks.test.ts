import { describe, expect, it } from 'vitest'
import { alignTracks, type Point, usualStep } from './align-tracks.ts'

const second = 1000

function gauge(...figures: readonly (readonly [number, number | undefined])[]): {
  kind: 'gauge'
  points: Point[]
} {
  return { kind: 'gauge', points: figures.map(([time, value]) => ({ time: time * second, value })) }
}

function options(from: number, to: number) {
  return { window: { from: from * second, to: to * second }, step: 10 * second, tolerance: 0 }
}

describe('usualStep', () => {
  it('is the median distance, so that one gap does not change it', () => {
    expect(usualStep([0, 10, 20, 30, 500, 510], 1)).toBe(10)
  })

  it('falls back where there are no two figures', () => {
    expect(usualStep([5], 60)).toBe(60)
    expect(usualStep([], 60)).toBe(60)
  })
})

describe('alignTracks', () => {
  it('keeps regular figures as they are', () => {
    const { times, columns, gaps } = alignTracks([gauge([10, 1], [20, 0], [30, 3])], options(0, 30))
    expect(times).toEqual([10_000, 20_000, 30_000])
    expect(columns).toEqual([[1, 0, 3]])
    expect(gaps).toEqual([])
  })

  it('breaks the line and names the gap where figures are missing, and at both ends', () => {
    const { times, columns, gaps } = alignTracks(
      [gauge([100, 1], [110, 1], [120, 1], [200, 2], [210, 2])],
      options(0, 400),
    )
    expect(times).toEqual([100, 110, 120, 130, 200, 210, 220].map((time) => time * second))
    expect(columns).toEqual([[1, 1, 1, null, 2, 2, null]])
    expect(gaps).toEqual([
      { from: 0, to: 100_000 },
      { from: 120_000, to: 200_000 },
      { from: 210_000, to: 400_000 },
    ])
  })

  it('takes -1 and a missing value for unknown, never for zero', () => {
    const { columns, gaps } = alignTracks(
      [gauge([10, 5], [20, 5], [30, -1], [40, undefined], [50, -1], [60, 5], [70, 5])],
      options(10, 70),
    )
    expect(columns).toEqual([[5, 5, null, 5, 5]])
    expect(gaps).toEqual([{ from: 20_000, to: 60_000 }])
  })

  it('draws a counter per second of its own bucket, whatever finer buckets the broker lists between', () => {
    const points = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((time) => ({
      time: time * second,
      value: time % 5 === 0 ? 170 : undefined,
    }))
    const { times, columns, gaps } = alignTracks([{ kind: 'counter', points }], options(0, 10))
    expect(times).toEqual([0, 5000, 10_000])
    expect(columns).toEqual([[34, 34, 34]])
    expect(gaps).toEqual([])
  })

  it('puts tracks with other instants on one list without breaking their lines', () => {
    const { times, columns } = alignTracks(
      [gauge([10, 1], [20, 1], [30, 1]), gauge([15, 7], [25, 7])],
      options(10, 30),
    )
    expect(times).toEqual([10, 15, 20, 25, 30].map((time) => time * second))
    expect(columns).toEqual([
      [1, undefined, 1, undefined, 1],
      [undefined, 7, undefined, 7, undefined],
    ])
  })

  it('shows a gap only where every track has one: a stopped node just ends its line', () => {
    const { columns, gaps } = alignTracks(
      [gauge([0, 1], [10, 1], [20, 1], [30, 1], [40, 1]), gauge([0, 2], [10, 2])],
      options(0, 40),
    )
    expect(gaps).toEqual([])
    expect(columns[1]).toEqual([2, 2, null, null, null])
  })

  it('ignores figures out of order', () => {
    const { times } = alignTracks([gauge([10, 1], [5, 9], [20, 1])], options(10, 20))
    expect(times).toEqual([10_000, 20_000])
  })

  it('without any figure is one gap', () => {
    const { times, columns, gaps } = alignTracks([gauge()], options(0, 60))
    expect(times).toEqual([])
    expect(columns).toEqual([[]])
    expect(gaps).toEqual([{ from: 0, to: 60_000 }])
  })

  it('takes a week of figures at ten seconds', () => {
    const points = Array.from({ length: 60_480 }, (_, i) => ({ time: i * 10 * second, value: i % 100 }))
    const tracks = Array.from({ length: 4 }, () => ({ kind: 'counter', points }) as const)
    const { times, columns, gaps } = alignTracks(tracks, options(0, 604_790))
    expect(times).toHaveLength(60_480)
    expect(columns).toHaveLength(4)
    expect(gaps).toEqual([])
  })
})
