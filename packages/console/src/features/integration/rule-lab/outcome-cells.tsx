import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/status.tsx'
import { ruleLab as m } from '../messages/rule-lab.ts'
import type { LabOutcome } from './engine/evaluate-message.ts'
import type { LabRun } from './lab-evaluator.ts'
import { outcomeWords } from './outcome-words.ts'
import classes from './rule-lab.module.css'

/** More are narrower than a line. */
const mostCells = 200

interface OutcomeCellsProps {
  readonly run: LabRun | undefined
  /** Shows a message, by its place among them. */
  readonly onShow: (at: number) => void
}

/** How many of all messages pass, and which do not: a mark for each, the newest last. */
export function OutcomeCells({ run, onShow }: OutcomeCellsProps) {
  if (run?.kind !== 'done' || run.results.length === 0) return null
  const outcomes = run.results.map(({ outcome }) => outcome)
  const count = (...kinds: readonly LabOutcome['kind'][]) =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).length
  const [passed, total] = [formatNumber(count('passes')), formatNumber(outcomes.length)]
  const failed = count('fails', 'limit')
  const firstFailed = outcomes.findIndex(({ kind }) => kind === 'fails' || kind === 'limit')
  const other = count('broker-only', 'unreadable')
  const isCompared = run.results.some(({ isChanged }) => isChanged !== undefined)
  const changed = isCompared ? run.results.filter(({ isChanged }) => isChanged === true).length : undefined
  const cells = outcomes.slice(-mostCells).map((outcome, at) => ({ at, kind: outcomeWords(outcome).kind }))
  return (
    <div>
      <div className={classes['cells']} role="img" aria-label={m.cells(passed, total)}>
        {cells.map(({ at, kind }) => (
          <i key={at} className={classes[kind]} />
        ))}
      </div>
      <div className={classes['bar']} role="status">
        <strong>{m.ofMessages(passed, total)}</strong>
        <span className={classes['dim']}>
          {[
            m.noResultCount(formatNumber(count('no-result'))),
            ...(other > 0 ? [m.otherCount(formatNumber(other))] : []),
            m.failCount(failed, formatNumber(failed), reasonOf(outcomes[firstFailed])),
          ].join(m.between)}
        </span>
        {firstFailed >= 0 && (
          <Button size="small" variant="quiet" onClick={() => onShow(firstFailed)}>
            {m.showFailed}
          </Button>
        )}
      </div>
      {changed !== undefined && (
        <Status kind={changed > 0 ? 'warn' : 'ok'} wraps>
          {changed > 0 ? m.changedCount(changed, formatNumber(changed), total) : m.sameCount(total)}
        </Status>
      )}
    </div>
  )
}

/** Why a message fails, in the broker's words. */
function reasonOf(outcome: LabOutcome | undefined): string | undefined {
  if (outcome?.kind === 'fails') return visibleText(outcome.message, 80)
  return outcome?.kind === 'limit' ? outcomeWords(outcome).why : undefined
}
