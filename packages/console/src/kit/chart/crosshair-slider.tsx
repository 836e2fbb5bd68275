import type { KeyboardEvent } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import type { Alignment, Span } from './align-tracks.ts'
import type { ChartStore } from './chart-store.ts'
import { formatInstant } from './format-instant.ts'
import { m } from './messages.ts'
import { nearestIndex } from './nearest-index.ts'
import { readingAt } from './read-alignment.ts'
import classes from './time-series.module.css'
import { zoomAround } from './window-scale.ts'

interface CrosshairSliderProps {
  readonly title: string
  readonly series: readonly { readonly label: string }[]
  readonly alignment: Alignment
  readonly view: Span
  readonly whole: Span
  readonly store: ChartStore
}

/** The crosshair for keyboard and screen reader: arrows move it, + and − zoom around it, Escape shows everything. */
export function CrosshairSlider(props: CrosshairSliderProps) {
  const { title, series, alignment, view, whole, store } = props
  const { times } = alignment
  const first = nearestIndex(times, view.from)
  const last = nearestIndex(times, view.to)
  const { crosshair } = store.get()
  const index = crosshair === undefined ? last : nearestIndex(times, crosshair)
  const { time, values } = readingAt(alignment, times[index])
  if (time === undefined) return null

  const zoomByKey = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') store.set({ zoom: zoomAround(view, whole, time, 0.5) })
    if (key === '-') store.set({ zoom: zoomAround(view, whole, time, 2) })
    if (key === 'Escape') store.set({ zoom: undefined, crosshair: undefined })
  }

  return (
    <input
      type="range"
      className={classes['slider']}
      aria-label={m.crosshair(title)}
      aria-valuetext={`${formatInstant(time, view)}: ${series
        .map(({ label }, i) => `${label} ${formatNumber(values[i] ?? null, 2)}`)
        .join(', ')}`}
      min={first}
      max={last}
      value={index}
      onChange={(event) => store.set({ crosshair: times[Number(event.currentTarget.value)] })}
      onKeyDown={zoomByKey}
      onBlur={() => store.set({ crosshair: undefined })}
    />
  )
}
