import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { deciderTitle, describePlaced } from '#features/access/access-evaluation/placed-words.ts'
import { ShownRows } from '#features/access/access-evaluation/shown-rows.tsx'
import { SubscriptionRow } from '#features/access/access-evaluation/subscription-row.tsx'
import {
  accessEvaluation as evaluationWords,
  preview as m,
} from '#features/access/messages/access-evaluation.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatAlternatives, formatList, joinSentences } from '#i18n/sentences.ts'
import { useClosedWhenLeft } from '#kit/dialogs/use-closed-when-left.ts'
import { sameValue } from '#kit/form/form-value.ts'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import type { AccessChange } from './access-change.ts'
import { type AccessState, buildAccessPolicies } from './access-policy.ts'
import classes from './access-preview.module.css'
import type { AccessSample, AccessSurroundings } from './access-sample.ts'
import {
  type AccessComparison,
  type AccessDifference,
  compareAccess,
  type ReportedAnswer,
} from './compare-access.ts'
import type { AccessAnswer, Unsure } from './decide-access.ts'
import { readSample } from './read-sample.ts'
import { readSurroundings } from './read-surroundings.ts'
import { unsureWords } from './unsure-words.ts'

const answers = {
  allow: { kind: 'ok', word: m.isAllowed },
  deny: { kind: 'bad', word: m.isDenied },
  untold: { kind: 'unknown', word: m.isUntold },
} as const

const listTitles = (some: readonly Unsure[]) => [...new Set(some.map(({ source }) => deciderTitle(source)))]

/** Shows the subscriptions that a change would decide differently; for a review, or beside a confirmation. */
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
          isRewritten && evaluationWords.rewritten,
          m.limits,
        )}
      </p>
    </>
  )
}

/** Names the decider, or the sources that leave the decision open. */
function byWords(told: ReportedAnswer, { from, placed, unsure }: AccessAnswer): string {
  if (told === 'untold') return formatList([...new Set(unsure.map(unsureWords))])
  const who = deciderTitle(from)
  if (placed === undefined) return who
  const { where, rule } = describePlaced(placed)
  return m.by(who, m.ruleOf(where, rule))
}

/** Shows one subscription with its decision now and after the change, and the decider. */
function DifferenceRow({ difference }: { readonly difference: AccessDifference }) {
  const { clientid, topic, qos, before, after, by, unless, mayBeSuperuser } = difference
  const sameBefore = unless.length > 0 || after === 'untold' ? [] : listTitles(by.after.unsure)
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
      {unless.length > 0 && <p className={classes['note']}>{m.unless(formatList(listTitles(unless)))}</p>}
      {mayBeSuperuser && <p className={classes['note']}>{m.maybeSuperuser}</p>}
    </SubscriptionRow>
  )
}

const keptMs = 60_000

/** The delay after the last keystroke before a comparison starts, in milliseconds. */
const restMs = 250

function* comparison(
  { state, sample, surroundings }: AccessKnowledge,
  change: AccessChange,
): SlicedWork<AccessComparison> {
  return yield* compareAccess(sample, surroundings, yield* buildAccessPolicies(state, change))
}

/** Returns the same object as long as its content is equal. */
function useKept<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (kept === value || sameValue(kept, value)) return kept
  keep(value)
  return value
}

interface Compared {
  readonly comparison: AccessComparison
  readonly knowledge: AccessKnowledge
  readonly change: AccessChange
}

/**
 * Compares the decisions before and after a change for the connected clients, in slices that keep the page
 * responsive.
 */
export function useAccessComparison(given: AccessChange) {
  const change = useKept(given)
  const { rules, source } = change
  const hasRules = rules !== undefined || source?.type === 'built_in_database'
  const { data: knowledge, ...reading } = useAccessKnowledge(hasRules)
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    if (knowledge === undefined) return
    const stop = new AbortController()
    const rest = setTimeout(async () => {
      const result = await runInSlices(comparison(knowledge, change), stop.signal)
      if (result !== undefined) setCompared({ comparison: result, knowledge, change })
    }, restMs)
    return () => {
      clearTimeout(rest)
      stop.abort()
    }
  }, [knowledge, change])
  return {
    ...reading,
    total: compared?.knowledge.sample.total ?? 0,
    isRewritten: compared?.knowledge.surroundings.isRewritten === true,
    comparison: compared?.comparison,
    /** True if the result shown was computed before the last edit. */
    isOld: compared?.change !== change || compared.knowledge !== knowledge,
  }
}

/** Holds everything that is known of the clients that a change concerns. */
interface AccessKnowledge {
  readonly sample: AccessSample
  readonly surroundings: AccessSurroundings
  readonly state: AccessState
}

/**
 * Reads who is connected and subscribed, and how that is decided, once and without polling. The sample is kept for a
 * minute; data that the console itself may have changed is read anew. `hasRules` tells that the rules of the built-in
 * database are needed even if it is not in the chain.
 */
function useAccessKnowledge(hasRules: boolean) {
  const sources = useQuery(read(authorization.sources, {}))
  const settings = useQuery(read(authorization.settings, {}))
  const sample = useQuery({
    queryKey: ['access-sample'],
    queryFn: ({ signal }) => readSample(signal),
    staleTime: keptMs,
  })
  const needsRules =
    hasRules || sources.data?.sources.some(({ type }) => type === 'built_in_database') === true
  const surroundings = useQuery({
    queryKey: ['access-surroundings', sample.dataUpdatedAt, needsRules],
    queryFn: ({ signal }) =>
      readSurroundings([...(sample.data?.sessions.values() ?? [])], needsRules, signal),
    enabled: sample.data !== undefined && sources.data !== undefined,
    gcTime: 0,
  })
  const queries = [sources, settings, sample, surroundings]
  const parts = [sample.data, surroundings.data, sources.data?.sources, settings.data?.no_match] as const
  const [sampled, around, chain, noMatch] = parts
  const data = useMemo<AccessKnowledge | undefined>(
    () =>
      sampled && around && chain && noMatch
        ? { sample: sampled, surroundings: around, state: { sources: chain, noMatch, rules: around.rules } }
        : undefined,
    [sampled, around, chain, noMatch],
  )
  return {
    data,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
