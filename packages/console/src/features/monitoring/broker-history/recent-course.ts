import { usualStep } from '#kit/chart/align-tracks.ts'
import { type DropLog, dropReasons, sumOf } from './drop-log.ts'
import { type HistoryMeasure, historyTrack } from './history-tracks.ts'
import type { KnownHistory } from './known-history.ts'

export interface Course {
  readonly values: readonly number[]
  readonly peak: { readonly value: number; readonly time: number } | undefined
}

// As many as the small picture has room for.
const pointsShown = 60

/** Means of neighbours, so that at most so many values are left. */
export function thinOut(values: readonly number[], most: number): readonly number[] {
  const width = Math.ceil(values.length / most)
  if (width <= 1) return values
  return Array.from({ length: Math.ceil(values.length / width) }, (_, i) => {
    const part = values.slice(i * width, (i + 1) * width)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

/** What was dropped per second, as long as the console counts. */
export function dropCourse(log: DropLog | undefined): readonly number[] {
  const values = (log?.points ?? []).slice(-pointsShown * 2)
  return thinOut(
    values.map(({ counts, seconds }) => sumOf(counts, dropReasons) / seconds),
    pointsShown,
  )
}

/** The last hour of one figure, counters per second: the same numbers as in its chart. */
export function recentCourse(history: KnownHistory | undefined, measure: HistoryMeasure): Course {
  if (!history) return { values: [], peak: undefined }
  const { kind, points } = historyTrack(history, measure, '1h')
  const known = points.filter((point) => point.value !== undefined && point.value >= 0)
  const step = usualStep(
    known.map(({ time }) => time),
    10_000,
  )
  const scale = kind === 'counter' ? 1000 / step : 1
  const values = known.map(({ value = 0 }) => value * scale)
  const value = Math.max(...values)
  const at = known[values.indexOf(value)]
  return {
    values: thinOut(values, pointsShown),
    peak: at && value > 0 ? { value, time: at.time } : undefined,
  }
}
