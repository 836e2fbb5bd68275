/** A line without a measurement at an instant (`undefined`, or `-1` as EMQX writes it) has no known value there. */
export interface Point {
  /** The time of the message, in epoch milliseconds. */
  readonly time: number
  readonly value: number | undefined
}

export interface Track {
  /** A counter holds the number of events in each bucket and is drawn per second; a gauge is drawn unchanged. */
  readonly kind: 'gauge' | 'counter'
  readonly points: readonly Point[]
}

export interface Span {
  readonly from: number
  readonly to: number
}

export interface LabelledSpan extends Span {
  readonly label: string
}

/** `null` breaks the line; `undefined` marks an instant of another track and does not break it. */
export type Value = number | null | undefined

export interface Alignment {
  /** Ascending instants. Neither the instants nor the columns are readonly, because uPlot takes them without a copy. */
  readonly times: number[]
  readonly columns: Value[][]
  /** The milliseconds in which each figure of a counter was counted; undefined for a gauge. */
  readonly steps?: readonly (number | undefined)[]
  /** The spans in which no track has a figure. */
  readonly gaps: readonly Span[]
}

export interface AlignOptions {
  readonly window: Span
  /** The milliseconds between two figures, used if the data do not tell. */
  readonly step: number
  /** The delay up to which the newest figure does not count as missing. */
  readonly tolerance: number
}

interface Line {
  readonly times: number[]
  readonly values: (number | null)[]
  readonly gaps: Span[]
  readonly step: number | undefined
}

// Jitter of the broker's clock shifts samples without losing any.
const missingAfterSteps = 1.5

/** Returns the usual distance between two figures: at least half of the distances are no larger. */
export function usualStep(times: readonly number[], fallback: number): number {
  const distances = new Float64Array(Math.max(times.length - 1, 0))
  let previous = times[0] ?? 0
  for (let i = 1; i < times.length; i += 1) {
    const time = times[i] ?? previous
    distances[i - 1] = time - previous
    previous = time
  }
  return distances.sort()[Math.floor((distances.length - 1) / 2)] || fallback
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0
}

function pickKnownPoints(points: readonly Point[]): { times: number[]; values: number[] } {
  const times: number[] = []
  const values: number[] = []
  for (const { time, value } of points) {
    if (!isKnown(value) || time <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) continue
    times.push(time)
    values.push(value)
  }
  return { times, values }
}

function toLine(track: Track, { window, step: fallback, tolerance }: AlignOptions): Line {
  const known = pickKnownPoints(track.points)
  const step = usualStep(known.times, fallback)
  const scale = track.kind === 'counter' ? 1000 / step : 1
  const line: Line = { times: [], values: [], gaps: [], step: track.kind === 'counter' ? step : undefined }
  let previous = window.from
  for (let i = 0; i < known.times.length; i += 1) {
    const time = known.times[i] ?? previous
    if (time - previous > step * missingAfterSteps) {
      line.gaps.push({ from: previous, to: time })
      if (i > 0) {
        line.times.push(previous + step)
        line.values.push(null)
      }
    }
    line.times.push(time)
    line.values.push((known.values[i] ?? 0) * scale)
    previous = time
  }
  if (window.to - previous > step * missingAfterSteps + tolerance) {
    line.gaps.push({ from: previous, to: window.to })
    if (line.times.length > 0) {
      line.times.push(previous + step)
      line.values.push(null)
    }
  }
  return line
}

/** Returns the spans in which both lists have a gap; both lists are in order. */
function overlap(left: readonly Span[], right: readonly Span[]): Span[] {
  const shared: Span[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    const a = left[l]
    const b = right[r]
    if (!a || !b) break
    const from = Math.max(a.from, b.from)
    const to = Math.min(a.to, b.to)
    if (from < to) shared.push({ from, to })
    if (a.to < b.to) l += 1
    else r += 1
  }
  return shared
}

/** Merges all tracks into a single list of instants with a column of values each. Linear in the number of figures. */
export function alignTracks(tracks: readonly Track[], options: AlignOptions): Alignment {
  const lines = tracks.map((track) => toLine(track, options))
  const times: number[] = []
  const columns = lines.map((): Value[] => [])
  const heads = lines.map(() => 0)
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (let i = 0; i < lines.length; i += 1) {
      const time = lines[i]?.times[heads[i] ?? 0]
      if (time !== undefined && time < next) next = time
    }
    if (next === Number.POSITIVE_INFINITY) break
    times.push(next)
    for (let i = 0; i < lines.length; i += 1) {
      const head = heads[i] ?? 0
      const isHere = lines[i]?.times[head] === next
      const column = columns[i]
      // An unknown value stays unknown until the next figure, because `undefined` would be drawn over.
      column?.push(isHere ? lines[i]?.values[head] : column.at(-1) === null ? null : undefined)
      if (isHere) heads[i] = head + 1
    }
  }
  const [first, ...others] = lines.map((line) => line.gaps)
  return {
    times,
    columns,
    steps: lines.map(({ step }) => step),
    gaps: others.reduce(overlap, first ?? []),
  }
}

// The shortest zoom in milliseconds. A shorter drag is accidental, and the broker has no detail below ten seconds.
export const leastZoom = 20_000

/** Returns the span scaled around an instant and kept within the whole; `undefined` means the whole span. */
export function zoomAround(view: Span, whole: Span, around: number, factor: number): Span | undefined {
  const width = Math.max((view.to - view.from) * factor, leastZoom)
  if (width >= whole.to - whole.from) return undefined
  const share = (around - view.from) / (view.to - view.from)
  const from = Math.min(Math.max(around - width * share, whole.from), whole.to - width)
  return { from, to: from + width }
}
