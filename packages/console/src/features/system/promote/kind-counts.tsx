import { explainFailure } from '#compare/compare-kind.ts'
import { compareOutcomes } from '#compare/compare-sides.ts'
import { kindNames, outcomeNames } from '#compare/messages.ts'
import { comparison as m } from '#features/system/messages/promote.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import classes from './promote.module.css'
import type { ComparedKind } from './use-comparison.ts'

interface KindCountsProps {
  readonly kinds: readonly ComparedKind[]
  readonly here: string
  readonly there: string
  readonly isPart: boolean
}

/** Shows how many objects of each kind are equal, and the kinds that could not be compared. */
export function KindCounts({ kinds: compared, here, there, isPart }: KindCountsProps) {
  const known = compared.flatMap(({ result }) => (result?.state === 'compared' ? result.all : []))
  const unknown = known.filter(({ outcome }) => outcome === 'unknown').length
  const count = known.filter(({ outcome }) => outcome !== 'same').length - unknown
  const isWhole = compared.every(({ result }) => result?.state === 'compared' || result?.state === 'silent')
  return (
    <Panel
      className={classes['above']}
      title={m.counts}
      caption={<span role="status">{formatCaption(count, unknown, isWhole && compared.length > 0)}</span>}
    >
      <table className={classes['counts']}>
        <thead>
          <tr>
            <th scope="col">{m.kindColumn}</th>
            {compareOutcomes.map((outcome) => (
              <th key={outcome} scope="col">
                {outcomeNames[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compared.map(({ kind, result }) => (
            <tr key={kind}>
              <th scope="row">{kindNames[kind]}</th>
              {result?.state === 'compared' ? (
                compareOutcomes.map((outcome) => (
                  <td key={outcome}>
                    {formatNumber(result.all.filter((one) => one.outcome === outcome).length)}
                  </td>
                ))
              ) : (
                <td colSpan={compareOutcomes.length}>
                  {result === undefined ? (
                    <Status kind="connecting">{m.comparing}</Status>
                  ) : result.state === 'silent' ? (
                    m.silent
                  ) : (
                    <Status kind="bad" wraps>
                      {m.failed(result.side === 'here' ? here : there, explainFailure(result.error))}
                    </Status>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isPart && <p className={classes['note']}>{m.partNote}</p>}
      <p className={classes['note']}>{m.neverCompared}</p>
    </Panel>
  )
}

function formatCaption(count: number, unknown: number, isWhole: boolean): string {
  if (count > 0) return m.differ(count)
  if (unknown > 0) return m.notCompared(unknown)
  return isWhole ? m.nothingDiffers : ''
}
