import { useState } from 'react'
import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { labMatches as m, ruleLab } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Tag } from '#ui/marks.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ConditionChecks } from './message-path-steps.tsx'
import { LabMessageList, MessageOrigins } from './messages-tab.tsx'
import { CodeText, OutcomeText, WhyNoOutcome } from './outcome-text.tsx'
import classes from './rule-lab.module.css'
import { useLabMessages } from './use-lab-messages.ts'
import { useLabEvaluator, useLabRun, useSame } from './use-lab-run.ts'

interface MessageMatchesProps {
  /** The statement with the condition as it is being edited; undefined while the condition is invalid. */
  readonly sql: string | undefined
  /** The statement at the start. */
  readonly before: string
}

const verdicts = ['match', 'other', 'unknown'] as const
type Verdict = (typeof verdicts)[number]

/** Shows which messages pass a condition, and counts them while the condition is edited. */
export function MessageMatches({ sql: given, before }: MessageMatchesProps) {
  const [sql, setSql] = useState(given ?? before)
  if (given !== undefined && given !== sql) setSql(given)
  const messages = useLabMessages(sql)
  const evaluator = useLabEvaluator()
  const [shown, setShown] = useState<Verdict>('match')
  const [chosenId, setChosenId] = useState<number>()
  const { kept } = messages
  const all = useLabRun(evaluator, 'all', { sql, contexts: useSame(kept.map(({ context }) => context)) })
  const outcomes = indexOutcomes(all)
  const of = (verdict: Verdict | undefined) =>
    kept.filter(({ context }) => toVerdict(outcomes.get(context)) === verdict)
  const countVerdict = (verdict: Verdict | undefined) => of(verdict).length
  const listed = of(shown)
  const chosen = listed.find(({ id }) => id === chosenId)
  const one = useLabRun(evaluator, 'chosen', {
    sql,
    contexts: useSame(chosen === undefined ? [] : [chosen.context]),
    hasPath: true,
  })
  const known = kept.length - countVerdict(undefined)
  const isOld = given === undefined || !all.isCurrent
  const looked = one.isCurrent && one.run?.kind === 'done' ? one.run.results[0] : undefined
  return (
    <section className={classes['part']} aria-label={m.title}>
      <div className={classes['bar']}>
        <h3 className={classes['head']}>{m.title}</h3>
        <Tag>{ruleLab.computedHere}</Tag>
      </div>
      {kept.length === 0 ? (
        <p className={classes['note']}>{m.none}</p>
      ) : (
        <div className={isOld ? classes['old'] : undefined} aria-busy={isOld}>
          <div className={classes['bar']}>
            <strong role="status">
              {known > 0 && m.count(formatNumber(countVerdict('match')), formatNumber(known))}
            </strong>
            <span className={classes['end']}>
              <Segmented
                label={m.show}
                value={shown}
                options={verdicts
                  .filter(
                    (verdict) => verdict !== 'unknown' || shown === verdict || countVerdict(verdict) > 0,
                  )
                  .map((value) => ({ value, label: m[value](formatNumber(countVerdict(value))) }))}
                onChange={setShown}
              />
            </span>
          </div>
          {given === undefined ? (
            <p className={classes['note']}>{m.waiting}</p>
          ) : (
            <WhyNoOutcome run={all.run} />
          )}
        </div>
      )}
      {listed.length > 0 && <LabMessageList messages={listed} chosen={chosen} onChoose={setChosenId} />}
      {chosen !== undefined && (
        <>
          {looked !== undefined &&
            (looked.path !== undefined && looked.path.checks.length > 0 ? (
              <ConditionChecks checks={looked.path.checks} />
            ) : (
              shown !== 'match' && <OutcomeText label={m.title} outcome={looked.outcome} />
            ))}
          <CodeText label={m.message} text={chosen.context} limit={mostShown} />
        </>
      )}
      <MessageOrigins sql={sql} messages={messages} />
    </section>
  )
}

/** The maximum number of characters of a message that are shown here. */
const mostShown = 2_000

/**
 * Indexes the outcomes by the text of the message, because the last result does not cover messages that arrived
 * since.
 */
function indexOutcomes({ run, asked }: ReturnType<typeof useLabRun>): ReadonlyMap<string, LabOutcome> {
  const results = run?.kind === 'done' ? run.results : []
  return new Map(
    results.flatMap(({ outcome }, at) => {
      const context = asked?.contexts[at]
      return context === undefined ? [] : [[context, outcome] as const]
    }),
  )
}

function toVerdict(outcome: LabOutcome | undefined): Verdict | undefined {
  if (outcome === undefined) return undefined
  if (outcome.kind === 'passes') return 'match'
  // A failing message runs no action, as if it did not match; which of its conditions fails is shown below.
  return outcome.kind === 'no-result' || outcome.kind === 'fails' ? 'other' : 'unknown'
}
