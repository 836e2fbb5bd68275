import type { NamedNumbers } from '@brokerdeck/contract/monitoring/per-node.ts'
import { addedSince } from '#features/monitoring/broker-counters/read-metrics.ts'
import { metricMeaning } from '#features/monitoring/metric-words/metric-meaning.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Ellipsis } from '#ui/ellipsis.tsx'
import { Panel } from '#ui/panel.tsx'
import { metrics as m } from '../messages/metrics.ts'
import classes from './metrics-panel.module.css'

interface MetricsPanelProps {
  readonly title: string
  readonly names: readonly string[]
  readonly values: NamedNumbers
  /** The counters when counting began anew. */
  readonly baseline: NamedNumbers
}

/** The counters of one subject. */
export function MetricsPanel({ title, names, values, baseline }: MetricsPanelProps) {
  return (
    <Panel title={title} caption={formatNumber(names.length)} className={classes['panel']}>
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{m.name}</th>
            <th scope="col" className={classes['number']}>
              {m.value}
            </th>
            <th scope="col" className={classes['number']}>
              {m.fresh}
            </th>
            <th scope="col" className={classes['meaning']}>
              {m.meaning}
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const added = addedSince(baseline, values, name)
            return (
              <tr key={name}>
                <th scope="row" className="mono">
                  {visibleText(name)}
                </th>
                <td className={classNames(classes['number'], values[name] === 0 && 'dim')}>
                  {formatNumber(values[name])}
                </td>
                <td className={classNames(classes['number'], !added && 'dim')}>
                  {added === undefined ? '—' : added === 0 ? '0' : `+${formatNumber(added)}`}
                </td>
                <td className={classes['meaning']}>
                  <Ellipsis focusable>{metricMeaning(name) ?? ''}</Ellipsis>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
