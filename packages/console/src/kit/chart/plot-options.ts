import type uPlot from 'uplot'
import { type LabelledSpan, leastZoom, type Span, type Value } from './align-tracks.ts'
import type { Axis } from './axis-scale.ts'

// The least width at which a band has room for its label.
const leastLabelled = 16

/** Colours in fixed order: in, out, third node or subscriptions, drops, topics, other. */
export type SeriesColor = 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6'

export interface PlotSeries {
  readonly color: SeriesColor
  readonly isDashed: boolean
}

/** The plot reads this object whenever it draws; it can change without a new plot being built. */
export interface PlotView {
  window: Span
  /** The range of the y axis. */
  axis: Axis
  gaps: readonly Span[]
  gapLabel: string
  /** The spans in which only a part was measured. */
  partial: readonly LabelledSpan[]
}

export interface PlotEvents {
  onPoint(time: number | undefined): void
  onZoom(span: Span | undefined): void
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the options for a uPlot without its own axes and legend: the frame around it draws them in HTML. */
export function plotOptions(
  series: readonly PlotSeries[],
  view: PlotView,
  events: PlotEvents,
  size: Size,
): uPlot.Options {
  return {
    ...size,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [view.window.from, view.window.to] },
      y: { range: () => [view.axis.bottom, view.axis.top] },
    },
    axes: [{ show: false }, { show: false }],
    series: [
      {},
      ...series.map(
        ({ color, isDashed }): uPlot.Series => ({
          stroke: (plot) => tokenColor(plot.root, `--${color}`),
          width: 1.5,
          dash: isDashed ? [5, 3] : [],
          points: {
            show: false,
            size: 4,
            fill: (plot) => tokenColor(plot.root, `--${color}`),
            filter: (plot, index) => lonePoints(plot.data[index] ?? []),
          },
          spanGaps: false,
        }),
      ),
    ],
    cursor: cursorOptions(events),
    hooks: {
      drawClear: [(plot) => drawBackdrop(plot, view)],
      setCursor: [
        ({ cursor, data: [times] }) => {
          if (cursor.event) events.onPoint(typeof cursor.idx === 'number' ? times[cursor.idx] : undefined)
        },
      ],
      setSelect: [
        (plot) => {
          const from = plot.posToVal(plot.select.left, 'x')
          const to = plot.posToVal(plot.select.left + plot.select.width, 'x')
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          if (to - from >= leastZoom) events.onZoom({ from, to })
        },
      ],
    },
  }
}

function cursorOptions({ onZoom }: PlotEvents): uPlot.Cursor {
  return {
    y: false,
    drag: { x: true, y: false, setScale: false, dist: 8 },
    points: {
      size: 7,
      width: 1.5,
      stroke: (plot) => tokenColor(plot.root, '--bg-surface'),
    },
    bind: {
      dblclick: () => () => {
        onZoom(undefined)
        return null
      },
    },
  }
}

function tokenColor(element: Element, token: string): string {
  return getComputedStyle(element).getPropertyValue(token).trim()
}

interface Backdrop {
  readonly window: Span
  readonly gaps: readonly Span[]
  readonly gapLabel: string
  readonly partial: readonly LabelledSpan[]
}

/** Draws the layer below the lines: bands for missing or partial measurements, and a grid line for each tick. */
function drawBackdrop(plot: uPlot, { window, gaps, gapLabel, partial }: Backdrop): void {
  const { ctx, bbox } = plot
  const pixel = devicePixelRatio
  ctx.save()
  for (const { label, ...span } of partial) drawBand(plot, window, span, '--warn-bg', label)
  for (const gap of gaps) drawBand(plot, window, gap, '--c-gap', gapLabel)
  ctx.fillStyle = tokenColor(plot.root, '--c-grid')
  for (const share of [0, 0.5, 1]) {
    const y = Math.min(bbox.top + bbox.height * share, bbox.top + bbox.height - pixel)
    ctx.fillRect(bbox.left, Math.round(y), bbox.width, Math.max(Math.round(pixel), 1))
  }
  ctx.restore()
}

function drawBand(plot: uPlot, window: Span, span: Span, color: string, label: string): void {
  const { ctx, bbox } = plot
  const pixel = devicePixelRatio
  const from = plot.valToPos(Math.max(span.from, window.from), 'x', true)
  const to = plot.valToPos(Math.min(span.to, window.to), 'x', true)
  if (to - from < pixel) return
  ctx.fillStyle = tokenColor(plot.root, color)
  ctx.fillRect(from, bbox.top, to - from, bbox.height)
  if (to - from < leastLabelled * pixel) return
  ctx.save()
  ctx.translate((from + to) / 2, bbox.top + bbox.height / 2)
  ctx.font = `${11 * pixel}px ${tokenColor(plot.root, '--font-sans')}`
  // Rotated text is hard to read, above all in Chinese; above the middle no grid line crosses the text.
  if (ctx.measureText(label).width > to - from) ctx.rotate(-Math.PI / 2)
  else ctx.translate(0, -10 * pixel)
  ctx.fillStyle = tokenColor(plot.root, '--text-3')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(label, 0, 0)
  ctx.restore()
}

/** Returns the figures that stand alone between gaps: no line leads to them, so they are visible only with a dot. */
export function lonePoints(column: ArrayLike<Value>): number[] {
  const lone: number[] = []
  let runStart = -1
  let runLength = 0
  const endRun = () => {
    if (runLength === 1) lone.push(runStart)
    runLength = 0
  }
  for (let i = 0; i < column.length; i += 1) {
    const value = column[i]
    if (value === undefined) continue
    if (value === null) {
      endRun()
      continue
    }
    if (runLength === 0) runStart = i
    runLength += 1
  }
  endRun()
  return lone
}
