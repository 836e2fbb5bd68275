import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatCompact, formatNumber } from '#i18n/format-number.ts'
import { formatClock, formatDateTime } from '#i18n/format-time.ts'
import { addLabel, joinFacts } from '#i18n/sentences.ts'
import { chart as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { type Alignment, type LabelledSpan, type Span, zoomAround } from './align-tracks.ts'
import { type Axis, axisAround, axisLabels, axisTop, labelsAround } from './axis-scale.ts'
import type { ChartStore } from './chart-store.ts'
import { FiguresTable } from './figures-table.tsx'
import type { SeriesColor } from './plot-options.ts'
import { extremesIn, highestIn, nearestIndex, readingAt } from './read-alignment.ts'
import classes from './time-series.module.css'

const minute = 60_000

const day = 24 * 60 * minute

export interface Series {
  readonly label: string
  readonly color: SeriesColor
}

/** The plot is larger than the rest of a page and is needed later than the text, so it is loaded separately. */
const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }))

const none: readonly LabelledSpan[] = []

interface TimeSeriesProps {
  readonly title: string
  readonly unit?: string
  /** The series in the order of the alignment's columns. */
  readonly series: readonly Series[]
  /** The alignment; `undefined` while loading, when the frame keeps its size. */
  readonly alignment: Alignment | undefined
  readonly window: Span
  /** The store shared by the charts of a page, which have a single crosshair and a single zoom. */
  readonly store: ChartStore
  /** True if the figures count things, so that the axis has no halves. */
  readonly isWhole?: boolean
  /**
   * `around` fits figures of any sign and keeps small movements visible. The default is `zero`: the axis starts at
   * zero.
   */
  readonly range?: 'zero' | 'around'
  /** The time spans in which the figures do not cover everything, with the reason in two words. */
  readonly partial?: readonly LabelledSpan[]
}

/**
 * Shows several figures over time, with a crosshair, zoom by dragging, visible gaps, and the same figures as a table.
 */
export function TimeSeries(props: TimeSeriesProps) {
  const { title, unit, series, alignment, store, isWhole = false, range = 'zero', partial = none } = props
  const { crosshair, zoom } = useSyncExternalStore(store.subscribe, store.get)
  const [hasFigures, setHasFigures] = useState(false)
  const view = zoom ?? props.window
  const { axis, labels } = useMemo(
    () => (range === 'zero' ? fromZero(alignment, view, isWhole) : around(alignment, view)),
    [alignment, view, isWhole, range],
  )
  const lines = series.map(({ color }, i) => ({ color, isDashed: i === 1 }))
  const reading = alignment && readingAt(alignment, crosshair)
  // Every digit counts for a figure that moves by little.
  const print = range === 'zero' ? formatCompact : (value: number | null) => formatNumber(value, 3)
  const headingId = useId()

  return (
    <section
      className={classNames(
        classes['chart'],
        series.length > 2 && classes['crowded'],
        range === 'around' && classes['around'],
      )}
      aria-labelledby={headingId}
    >
      <div className={classes['head']}>
        <h3 id={headingId} className={classes['title']}>
          {title} {unit && <span className={classes['unit']}>{unit}</span>}
        </h3>
        <ul className={classes['legend']}>
          {series.map(({ label, color }, i) => (
            <li key={label}>
              <i
                className={classNames(classes['key'], i === 1 && classes['dash'])}
                style={{ borderColor: `var(--${color})` }}
              />
              <span className={classes['name']}>{label}</span> <b>{print(reading?.values[i] ?? null)}</b>
            </li>
          ))}
        </ul>
        <FiguresToggle title={title} isPressed={hasFigures} onToggle={() => setHasFigures(!hasFigures)} />
      </div>
      {hasFigures && alignment ? (
        <FiguresTable title={title} series={series} alignment={alignment} window={view} />
      ) : (
        <Frame view={view} labels={labels}>
          {alignment ? (
            <>
              <Suspense fallback={null}>
                <Plot
                  key={JSON.stringify(lines)}
                  alignment={alignment}
                  window={view}
                  axis={axis}
                  series={lines}
                  partial={partial}
                  store={store}
                />
              </Suspense>
              <CrosshairSlider {...{ title, series, alignment, view, whole: props.window, store }} />
            </>
          ) : (
            <div className={classes['skeleton']} role="status" aria-label={m.loading(title)} />
          )}
          {crosshair !== undefined && crosshair >= view.from && crosshair <= view.to && (
            <span className={classes['instant']} style={{ left: instantLeft(crosshair, view) }}>
              {formatInstant(crosshair, view)}
            </span>
          )}
        </Frame>
      )}
    </section>
  )
}

interface Scale {
  readonly axis: Axis
  readonly labels: readonly string[]
}

function fromZero(alignment: Alignment | undefined, view: Span, isWhole: boolean): Scale {
  const top = axisTop(alignment ? highestIn(alignment, view) : 0, isWhole)
  return { axis: { bottom: 0, top }, labels: axisLabels(top) }
}

function around(alignment: Alignment | undefined, view: Span): Scale {
  const { lowest, highest } = (alignment && extremesIn(alignment, view)) ?? { lowest: 0, highest: 1 }
  const axis = axisAround(lowest, highest)
  return { axis, labels: labelsAround(axis) }
}

/** Returns the CSS position under the crosshair, kept within the plot. */
function instantLeft(time: number, { from, to }: Span): string {
  return `clamp(36px, ${((time - from) / (to - from)) * 100}%, calc(100% - 36px))`
}

interface FrameProps {
  readonly view: Span
  /** The labels of the y axis, upwards. */
  readonly labels: readonly string[]
  readonly children: ReactNode
}

function Frame({ view, labels, children }: FrameProps) {
  return (
    <>
      <div className={classes['plot']}>
        {labels.map((label, i) => (
          <span key={label} className={classes['y']} style={{ top: `${100 - i * 50}%` }}>
            {label}
          </span>
        ))}
        {children}
      </div>
      <div className={classes['x']}>
        {[view.from, (view.from + view.to) / 2, view.to].map((time) => (
          <span key={time}>{formatTick(time, view)}</span>
        ))}
      </div>
    </>
  )
}

interface FiguresToggleProps {
  readonly title: string
  readonly isPressed: boolean
  readonly onToggle: () => void
}

function FiguresToggle({ title, isPressed, onToggle }: FiguresToggleProps) {
  const Icon = isPressed ? IconChartLine : IconTable
  return (
    <span className={classes['toggle']}>
      <IconButton label={isPressed ? m.showChart(title) : m.showFigures(title)} onClick={onToggle}>
        <Icon size={14} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  )
}

interface CrosshairSliderProps {
  readonly title: string
  readonly series: readonly { readonly label: string }[]
  readonly alignment: Alignment
  readonly view: Span
  readonly whole: Span
  readonly store: ChartStore
}

/**
 * The crosshair for keyboard and screen reader: arrows move it, + and − zoom around it, Escape shows the whole span.
 */
function CrosshairSlider(props: CrosshairSliderProps) {
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
      aria-valuetext={addLabel(
        formatInstant(time, view),
        joinFacts(series.map(({ label }, i) => `${label} ${formatNumber(values[i] ?? null, 2)}`)),
      )}
      min={first}
      max={last}
      value={index}
      onChange={(event) => store.set({ crosshair: times[Number(event.currentTarget.value)] })}
      onKeyDown={zoomByKey}
      onBlur={() => store.set({ crosshair: undefined })}
    />
  )
}

/**
 * Formats a tick as briefly as the width of the window allows: a day needs no date, only a few minutes need seconds.
 */
function formatTick(time: number, { from, to }: Span): string {
  if (to - from > day) return formatDateTime(time).slice(5, 16)
  return to - from <= 10 * minute ? formatClock(time) : formatClock(time).slice(0, 5)
}

/** Formats the instant under the crosshair. */
function formatInstant(time: number, { from, to }: Span): string {
  return to - from > day ? formatDateTime(time).slice(5, 16) : formatClock(time)
}
