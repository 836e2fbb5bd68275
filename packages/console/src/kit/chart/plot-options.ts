import type uPlot from 'uplot'
import type { LabelledSpan, Span } from './align-tracks.ts'
import type { Axis } from './axis-scale.ts'
import { drawBackdrop, tokenColor } from './draw-backdrop.ts'
import { lonePoints } from './lone-points.ts'
import { leastZoom } from './window-scale.ts'

/** In fixed order: in, out, third node or subscriptions, drops, topics, other. */
export type SeriesColor = 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6'

export interface PlotSeries {
  readonly color: SeriesColor
  readonly isDashed: boolean
}

/** Read by the plot whenever it draws; changed without building a new one. */
export interface PlotView {
  window: Span
  /** Of the y axis. */
  axis: Axis
  gaps: readonly Span[]
  gapLabel: string
  /** Measured, but not of everything. */
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

/** uPlot without axes and legend of its own: the frame around it draws them in HTML. */
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
