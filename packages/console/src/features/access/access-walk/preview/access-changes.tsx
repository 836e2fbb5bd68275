import { useId } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { deciderTitle } from '#features/access/access-walk/decider-title.ts'
import { placedWords } from '#features/access/access-walk/placed-words.ts'
import { SubscriptionRow } from '#features/access/access-walk/subscription-row.tsx'
import { formatAlternatives, formatList } from '#i18n/format-list.ts'
import { formatNumber, joinSentences } from '#i18n/format-number.ts'
import { useClosedWhenLeft } from '#kit/dialogs/use-closed-when-left.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { preview as m, accessWalk as walkWords } from '../../messages/access-walk.ts'
import { ShownRows } from '../shown-rows.tsx'
import type { AccessChange } from './access-change.ts'
import classes from './access-preview.module.css'
import type { AccessComparison, AccessDifference, ToldAnswer } from './compare-access.ts'
import type { AccessAnswer, Unsure } from './decide-access.ts'
import { unsureWords } from './unsure-words.ts'
import { useAccessComparison } from './use-access-comparison.ts'

const answers = {
  allow: { kind: 'ok', word: m.isAllowed },
  deny: { kind: 'bad', word: m.isDenied },
  untold: { kind: 'unknown', word: m.isUntold },
} as const

const titlesOf = (some: readonly Unsure[]) => [...new Set(some.map(({ source }) => deciderTitle(source)))]

/** Whose subscriptions a change would decide otherwise, to be put into a review or beside the question whether to do it. */
export function AccessChanges({ change }: { readonly change: AccessChange }) {
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

/** Who decides, or who leaves it open. */
function byWords(told: ToldAnswer, { from, placed, unsure }: AccessAnswer): string {
  if (told === 'untold') return formatList([...new Set(unsure.map(unsureWords))])
  const who = deciderTitle(from)
  if (placed === undefined) return who
  const { where, rule } = placedWords(placed)
  return m.by(who, m.ruleOf(where, rule))
}

/** One subscription: what is said of it now and then, and by whom. */
function DifferenceRow({ difference }: { readonly difference: AccessDifference }) {
  const { clientid, topic, qos, before, after, by, unless, mayBeSuperuser } = difference
  const sameBefore = unless.length > 0 || after === 'untold' ? [] : titlesOf(by.after.unsure)
  return (
    <SubscriptionRow clientid={clientid} topic={topic} qos={qos} qosWords={m.qos(qos)} whyWords={m.why}>
      <div className={classes['answers']}>
        <Status kind={answers[before].kind}>{answers[before].word}</Status>
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">{m.becomes}</span>
        <Status kind={answers[after].kind}>{answers[after].word}</Status>
      </div>
      <p className={classes['by']}>{byWords(after, by.after)}</p>
      {sameBefore.length > 0 && (
        <p className={classes['note']}>{m.sameBefore(formatAlternatives(sameBefore))}</p>
      )}
      {unless.length > 0 && <p className={classes['note']}>{m.unless(formatList(titlesOf(unless)))}</p>}
      {mayBeSuperuser && <p className={classes['note']}>{m.maybeSuperuser}</p>}
    </SubscriptionRow>
  )
}
