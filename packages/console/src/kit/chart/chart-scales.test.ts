import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoomAround } from './align-tracks.ts'
import { axisAround, axisLabels, axisTop, labelsAround } from './axis-scale.ts'
import { createChartStore } from './chart-store.ts'
import { lonePoints } from './plot-options.ts'
import { extremesIn, highestIn, nearestIndex, readingAt } from './read-alignment.ts'
import { sparklinePoints } from './sparkline.tsx'

describe('the y axis', () => {
  it.each([
    [5687, false, 6000, ['0', '3k', '6k']],
    [18_422, true, 20_000, ['0', '10k', '20k']],
    [44, false, 50, ['0', '25', '50']],
    [3.4, false, 4, ['0', '2', '4']],
    [0.7, false, 0.8, ['0', '0.4', '0.8']],
    [4600, false, 5000, ['0', '2.5k', '5.0k']],
    [3, true, 4, ['0', '2', '4']],
    [1, true, 2, ['0', '1', '2']],
    [0, true, 2, ['0', '1', '2']],
    [0, false, 1, ['0', '0.5', '1.0']],
    [2_100_000, true, 2_400_000, ['0', '1.2M', '2.4M']],
  ])('up to %d (whole: %s) ends at %d', (highest, isWhole, top, labels) => {
    expect(axisTop(highest, isWhole)).toBe(top)
    expect(axisLabels(top)).toEqual(labels)
  })
})

describe('an axis around what was measured', () => {
  it.each([
    [-20.5, -18.2, ['-21', '-19', '-17']],
    [1013.2, 1013.9, ['1013.2', '1013.6', '1014.0']],
    [21.5, 21.5, ['18', '21', '24']],
    [0, 0, ['-0.5', '0.0', '0.5']],
    [-3e-323, -3e-323, ['-0.5', '0.0', '0.5']],
    [1e9, 1e9 + 0.5, ['8.00000e+8', '1.00000e+9', '1.20000e+9']],
    [-3, 8, ['-3', '3', '9']],
  ])('from %d to %d', (lowest, highest, labels) => {
    const axis = axisAround(lowest, highest)
    expect([labelsAround(axis), axis.bottom <= lowest]).toEqual([labels, true])
  })

  it('holds every figure', () => {
    const figure = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(figure, figure, (a, b) => {
        const [lowest, highest] = a < b ? [a, b] : [b, a]
        const { bottom, top } = axisAround(lowest, highest)
        expect(bottom).toBeLessThanOrEqual(lowest)
        expect(top).toBeGreaterThanOrEqual(highest)
      }),
    )
  })
})

describe('nearestIndex', () => {
  it('finds the closest instant', () => {
    const times = [10, 20, 40]
    expect([0, 14, 16, 29, 31, 99].map((time) => nearestIndex(times, time))).toEqual([0, 0, 1, 1, 2, 2])
    expect(nearestIndex([], 5)).toBe(-1)
  })
})

describe('reading an alignment', () => {
  const alignment = {
    times: [0, 10, 20, 30],
    columns: [
      [1, null, 3, undefined],
      [5, undefined, 7, 8],
    ],
    gaps: [{ from: 0, to: 20 }],
  }

  it('is unknown inside a gap', () => {
    expect(readingAt(alignment, 10).values).toEqual([null, null])
  })

  it('holds the last figure at an instant of another line', () => {
    expect(readingAt(alignment, 30)).toEqual({ time: 30, values: [3, 8] })
    expect(readingAt(alignment, undefined)).toEqual({ time: 30, values: [3, 8] })
  })

  it('knows the highest figure of the part in view', () => {
    expect(highestIn(alignment, { from: 0, to: 30 })).toBe(8)
    expect(highestIn(alignment, { from: 0, to: 15 })).toBe(5)
    expect(extremesIn(alignment, { from: 0, to: 30 })).toEqual({ lowest: 1, highest: 8 })
    expect(extremesIn(alignment, { from: 40, to: 50 })).toBeUndefined()
    expect(readingAt({ times: [], columns: [[]], gaps: [] }, 4)).toEqual({ time: undefined, values: [null] })
  })
})

describe('zoomAround', () => {
  const whole = { from: 0, to: 1_000_000 }

  it('keeps the instant in its place and the span within the whole', () => {
    expect(zoomAround(whole, whole, 500_000, 0.5)).toEqual({ from: 250_000, to: 750_000 })
    expect(zoomAround(whole, whole, 1_000_000, 0.5)).toEqual({ from: 500_000, to: 1_000_000 })
  })

  it('does not go below what the broker can tell, and ends at the whole', () => {
    const near = zoomAround({ from: 0, to: 30_000 }, whole, 15_000, 0.5)
    expect(near).toEqual({ from: 5000, to: 25_000 })
    expect(zoomAround({ from: 0, to: 600_000 }, whole, 0, 2)).toBeUndefined()
  })
})

describe('lonePoints', () => {
  it('are figures between gaps; an instant of another line is no gap', () => {
    expect(lonePoints([1, null, 2, 3, null, 4, undefined, null, undefined, 5])).toEqual([0, 5, 9])
    expect(lonePoints([1, undefined, 2])).toEqual([])
    expect(lonePoints([])).toEqual([])
  })
})

describe('sparklinePoints', () => {
  it('spans the box, and lies flat where nothing changes', () => {
    expect(sparklinePoints([0, 10, 5])).toBe('0.00 100.00L50.00 0.00L100.00 50.00')
    expect(sparklinePoints([7, 7])).toBe('0.00 100.00L100.00 100.00')
  })
})

describe('the chart store', () => {
  it('tells a change once and a repetition not at all', () => {
    const store = createChartStore()
    let calls = 0
    const stop = store.subscribe(() => {
      calls += 1
    })
    store.set({ crosshair: 5 })
    store.set({ crosshair: 5 })
    expect(store.get()).toEqual({ crosshair: 5, zoom: undefined })
    expect(calls).toBe(1)
    stop()
    store.set({ crosshair: 6 })
    expect(calls).toBe(1)
  })
})
