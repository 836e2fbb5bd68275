import { Fragment, useMemo, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { chart as m } from '#kit/messages/page.ts'
import type { Alignment, Span } from './align-tracks.ts'
import classes from './figures-table.module.css'
import { readingAt } from './read-alignment.ts'

const rowsAtOnce = 100

interface FiguresTableProps {
  readonly title: string
  readonly series: readonly { readonly label: string }[]
  readonly alignment: Alignment
  readonly window: Span
}

/** Shows the figures of the chart as a table, newest first; counters also show their count in each interval. */
export function FiguresTable({ title, series, alignment, window }: FiguresTableProps) {
  const [shown, setShown] = useState(rowsAtOnce)
  const times = useMemo(
    () => alignment.times.filter((time) => time >= window.from && time <= window.to).reverse(),
    [alignment, window],
  )
  const older = Math.min(times.length - shown, rowsAtOnce)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard (axe scrollable-region-focusable)
    <section className={classes['scroll']} aria-label={title} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{m.time}</th>
            {series.map(({ label }, i) => {
              const step = alignment.steps?.[i]
              return (
                <Fragment key={label}>
                  <th scope="col">{step === undefined ? label : m.perSecond(label)}</th>
                  {step !== undefined && <th scope="col">{m.totalIn(label, formatDuration(step))}</th>}
                </Fragment>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {times.slice(0, shown).map((time) => (
            <tr key={time}>
              <th scope="row">{formatDateTime(time)}</th>
              {readingAt(alignment, time).values.map((value, i) => {
                const step = alignment.steps?.[i]
                return (
                  <Fragment key={series[i]?.label}>
                    <td>{formatNumber(value, 2)}</td>
                    {step !== undefined && (
                      <td>{formatNumber(value === null ? null : (value * step) / 1000, 0)}</td>
                    )}
                  </Fragment>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {times.length === 0 && <p className={classes['nothing']}>{m.nothingMeasured}</p>}
      {older > 0 && (
        <button type="button" className={classes['older']} onClick={() => setShown(shown + rowsAtOnce)}>
          {m.older(older)}
        </button>
      )}
    </section>
  )
}
