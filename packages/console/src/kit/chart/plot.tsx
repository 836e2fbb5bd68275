import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chart as m } from '#kit/messages/page.ts'
import type { Alignment, LabelledSpan, Span } from './align-tracks.ts'
import type { Axis } from './axis-scale.ts'
import type { ChartStore } from './chart-store.ts'
import classes from './plot.module.css'
import { type PlotSeries, type PlotView, plotOptions } from './plot-options.ts'

interface PlotProps {
  readonly alignment: Alignment
  readonly window: Span
  readonly axis: Axis
  /** Fixed for the lifetime of the plot: a different set of lines needs a different plot (`key`). */
  readonly series: readonly PlotSeries[]
  readonly partial: readonly LabelledSpan[]
  readonly store: ChartStore
}

/** Draws the chart itself; the frame around it holds everything that a screen reader can read. */
export function Plot({ alignment, window, axis, series, partial, store }: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [lines] = useState(series)
  const [view] = useState<PlotView>(() => ({ window, axis, gaps: [], gapLabel: m.noData, partial }))

  useEffect(() => {
    const element = host.current
    if (!element) return
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const events = {
      onPoint: (crosshair: number | undefined) => store.set({ crosshair }),
      onZoom: (zoom: Span | undefined) => store.set({ zoom }),
    }
    const drawn = new uPlot(plotOptions(lines, view, events, size()), undefined, element)
    plot.current = drawn
    const resized = new ResizeObserver(() => drawn.setSize(size()))
    resized.observe(element)
    const scheme = new MutationObserver(() => drawn.redraw(false))
    scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    const unsubscribe = store.subscribe(() => placeCrosshair(drawn, store))
    return () => {
      resized.disconnect()
      scheme.disconnect()
      unsubscribe()
      drawn.destroy()
      plot.current = null
    }
  }, [lines, view, store])

  useEffect(() => {
    const { times, columns, gaps } = alignment
    Object.assign(view, { window, axis, gaps, partial })
    // Without any instant uPlot has no scale on which to draw the gap.
    const isEmpty = times.length === 0
    plot.current?.setData([
      isEmpty ? [window.from, window.to] : times,
      ...columns.map((column) => (isEmpty ? [null, null] : column)),
    ])
    if (plot.current) placeCrosshair(plot.current, store)
  }, [alignment, window, axis, partial, view, store])

  return <div ref={host} className={classes['plot']} />
}

function placeCrosshair(plot: uPlot, store: ChartStore): void {
  const { crosshair } = store.get()
  const { idx } = plot.cursor
  if (crosshair === (typeof idx === 'number' ? plot.data[0][idx] : undefined)) return
  const left = crosshair === undefined ? -1 : plot.valToPos(crosshair, 'x')
  const isInView = left >= 0 && left <= plot.over.clientWidth
  plot.setCursor(isInView ? { left, top: 0 } : { left: -10, top: -10 }, false)
}
