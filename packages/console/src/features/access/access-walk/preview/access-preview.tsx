import { useId } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useClosedWhenLeft } from '#kit/dialogs/use-closed-when-left.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { m as walkWords } from '../messages.ts'
import { ShownRows } from '../shown-rows.tsx'
import type { AccessChange } from './access-change.ts'
import classes from './access-preview.module.css'
import type { AccessComparison, AccessDifference } from './compare-access.ts'
import { DifferenceRow } from './difference-row.tsx'
import { m } from './messages.ts'
import { useAccessComparison } from './use-access-comparison.ts'

/** Whose subscriptions a change would decide otherwise, to be put into a review or beside the question whether to do it. */
export function AccessPreview({ change }: { readonly change: AccessChange }) {
  const title = useId()
  const { comparison, total, isRewritten, error, isFetching, isOld, refetch } = useAccessComparison(change)
  useClosedWhenLeft()
  return (
    <section className={classes['preview']} aria-labelledby={title}>
      <h3 className={classes['title']} id={title}>
        {m.title}
      </h3>
      {error !== null ? (
        <>
          <ErrorState {...describeError(error)} onRetry={refetch} isRetrying={isFetching} />
          <p className={classes['note']}>{m.canStill}</p>
        </>
      ) : comparison === undefined ? (
        <div aria-busy="true">
          <p className={classes['note']} role="status">
            {isFetching ? m.reading : m.working}
          </p>
          <Skeleton height={64} />
        </div>
      ) : (
        <div className={classes['content']} aria-busy={isOld}>
          <Comparison comparison={comparison} total={total} isRewritten={isRewritten} />
        </div>
      )}
    </section>
  )
}

interface ComparisonProps {
  readonly comparison: AccessComparison
  readonly total: number
  readonly isRewritten: boolean
}

function Comparison({ comparison, total, isRewritten }: ComparisonProps) {
  const { differences, looked, absent, unread } = comparison
  const isTold = ({ before, after }: AccessDifference) => before !== 'untold' && after !== 'untold'
  const told = differences.filter(isTold)
  const denied = told.filter(({ after }) => after === 'deny').length
  const allowed = told.length - denied
  const untold = differences.length - told.length
  return (
    <>
      <div className={classes['counts']} role="status">
        {looked === 0 && <Status kind="off">{m.nobody}</Status>}
        {looked > 0 && differences.length === 0 && <Status kind="ok">{m.nothingChanges}</Status>}
        {denied > 0 && <Status kind="bad">{m.denied(denied, formatNumber(denied))}</Status>}
        {allowed > 0 && <Status kind="ok">{m.allowed(allowed, formatNumber(allowed))}</Status>}
        {untold > 0 && <Status kind="unknown">{m.untold(untold, formatNumber(untold))}</Status>}
      </div>
      {differences.length > 0 && (
        <ShownRows
          label={m.changes}
          rows={[...told, ...differences.filter((one) => !isTold(one))]}
          draw={(one) => <DifferenceRow key={`${one.clientid}\n${one.topic}`} difference={one} />}
          moreWords={m.showMore}
        />
      )}
      <p className={classes['note']}>
        {joinSentences(
          looked > 0 && m.looked(looked, formatNumber(looked), formatNumber(total)),
          absent > 0 && m.absent(absent, formatNumber(absent)),
          unread > 0 && m.gone(unread, formatNumber(unread)),
          isRewritten && walkWords.rewritten,
          m.limits,
        )}
      </p>
    </>
  )
}
