/** A line that cannot be measured (`undefined`, or `-1` as EMQX writes it) is unknown there. */
export interface Point {
  /** Epoch milliseconds. */
  readonly time: number
  readonly value: number | undefined
}

export interface Track {
  /** A counter holds what happened within each bucket and is drawn per second; a gauge is drawn as it is. */
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

/** `null` breaks the line, `undefined` belongs to another track's instant and does not. */
export type Value = number | null | undefined

export interface Alignment {
  /** Ascending. Not readonly, nor are the columns: uPlot takes them as they are, without a copy. */
  readonly times: number[]
  readonly columns: Value[][]
  /** Milliseconds that each figure of a counter was counted in; undefined for a gauge. */
  readonly steps?: readonly (number | undefined)[]
  /** Where no track has a figure. */
  readonly gaps: readonly Span[]
}

export interface AlignOptions {
  readonly window: Span
  /** Milliseconds between two figures where the data do not tell. */
  readonly step: number
  /** How late the newest figure may be without counting as missing. */
  readonly tolerance: number
}

interface Line {
  readonly times: number[]
  readonly values: (number | null)[]
  readonly gaps: Span[]
  readonly step: number | undefined
}

// Jitter of the broker's clock moves a sample, it does not lose one.
const missingAfterSteps = 1.5

/** The usual distance between two figures: half of them are at least as close. */
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

/** Where both lists of spans have a gap; both are in order. */
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

/** One list of instants for all tracks, one column of values each. Linear in the number of figures. */
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
      // What is unknown stays so until the next figure: `undefined` would be drawn over.
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

// Below this a drag is a slip of the hand, and below ten seconds the broker has nothing more to tell.
export const leastZoom = 20_000

/** The span scaled around an instant and kept within the whole; `undefined` means all of it. */
export function zoomAround(view: Span, whole: Span, around: number, factor: number): Span | undefined {
  const width = Math.max((view.to - view.from) * factor, leastZoom)
  if (width >= whole.to - whole.from) return undefined
  const share = (around - view.from) / (view.to - view.from)
  const from = Math.min(Math.max(around - width * share, whole.from), whole.to - width)
  return { from, to: from + width }
}
