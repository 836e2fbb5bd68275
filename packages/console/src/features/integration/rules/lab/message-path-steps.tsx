import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { isMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { ReactNode } from 'react'
import type {
  ConditionCheck,
  LabResult,
  MessagePath,
} from '#features/integration/rules/lab/engine/lab-command.ts'
import { labPath as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { OutcomeText } from './outcome-text.tsx'
import { outcomeWords } from './outcome-words.ts'
import { RenderedActions } from './rendered-actions.tsx'
import classes from './rule-lab.module.css'

interface MessagePathStepsProps {
  readonly result: LabResult
  readonly actions: readonly RuleAction[]
}

/** Shows what happens to one message, node by node. */
export function MessagePathSteps({ result: { outcome, path }, actions }: MessagePathStepsProps) {
  const isTaken = path !== undefined
  const isPassed = outcome.kind === 'passes'
  const isKnown = !['broker-only', 'limit', 'unreadable'].includes(outcome.kind)
  /**
   * The status of steps that were not reached; if the outcome is not known, the steps are unknown rather than not
   * reached.
   */
  const after: StepStatus = isKnown ? notReached : { kind: 'unknown', word: m.notEvaluated }
  return (
    <ol className={classes['steps']} aria-label={m.title}>
      <Step
        title={m.message}
        {...(isTaken ? { kind: 'ok', word: m.taken } : isKnown ? outcomeWords(outcome) : after)}
      >
        {!isTaken && <p className={classes['note']}>{outcomeWords(outcome).why}</p>}
      </Step>
      <Processing path={path} after={after} />
      <FilterStep path={path} outcome={outcome} after={after} />
      <Step title={m.sinks} {...(isPassed ? { kind: 'ok', word: m.reached } : after)}>
        {isPassed && actions.length === 0 && <p className={classes['note']}>{m.noSink}</p>}
        {isPassed && outcome.length === undefined && (
          <RenderedActions actions={actions} output={outcome.output} />
        )}
      </Step>
    </ol>
  )
}

interface StepStatus {
  readonly kind: StatusKind
  readonly word: string
}

interface StepProps extends StepStatus {
  readonly title: string
  readonly children?: ReactNode
}

function Step({ title, kind, word, children }: StepProps) {
  return (
    <li className={classes['step']}>
      <div className={classes['bar']}>
        <h3 className={classes['head']}>{title}</h3>
        <span className={classes['end']}>
          <Status kind={kind}>{word}</Status>
        </span>
      </div>
      {children}
    </li>
  )
}

const notReached = { kind: 'off', word: m.notReached } as const

interface ProcessingProps {
  readonly path: MessagePath | undefined
  readonly after: StepStatus
}

function Processing({ path, after }: ProcessingProps) {
  if (path === undefined) return <Step title={m.processing} {...after} />
  const { processed } = path
  if (processed.kind !== 'passes')
    return (
      <Step title={m.processing} {...outcomeWords(processed)}>
        <OutcomeText label={m.processing} outcome={processed} />
      </Step>
    )
  const count = processed.length === undefined ? fieldCount(processed.output) : undefined
  return (
    <Step
      title={m.processing}
      kind="ok"
      word={count === undefined ? m.done : m.fields(count, formatNumber(count))}
    >
      <OutcomeText label={m.processing} outcome={processed} isBare />
    </Step>
  )
}

/** Returns undefined if there are several rows. */
function fieldCount(output: string): number | undefined {
  const term = decodeJson(output)
  return isMap(term) ? term.size : undefined
}

interface FilterStepProps extends ProcessingProps {
  readonly outcome: LabResult['outcome']
}

function FilterStep({ path, outcome, after }: FilterStepProps) {
  if (path?.processed.kind !== 'passes') return <Step title={m.filter} {...after} />
  const { checks } = path
  if (checks.length === 0) return <Step title={m.filter} kind="ok" word={m.everything} />
  const told = outcomeWords(outcome)
  return (
    <Step title={m.filter} kind={told.kind} word={outcome.kind === 'no-result' ? m.stops : told.word}>
      <ConditionChecks checks={checks} />
      {outcome.kind !== 'passes' && outcome.kind !== 'no-result' && (
        <OutcomeText label={m.filter} outcome={outcome} isBare />
      )}
    </Step>
  )
}

const checkKinds = {
  true: { kind: 'ok', word: m.isTrue },
  false: { kind: 'bad', word: m.isFalse },
  skipped: { kind: 'off', word: m.skipped },
  fails: { kind: 'warn', word: m.fails },
  unknown: { kind: 'unknown', word: m.notEvaluated },
} as const satisfies Record<ConditionCheck['is'], { readonly kind: StatusKind; readonly word: string }>

/** Shows the result of each condition, with the values that it compares. */
export function ConditionChecks({ checks }: { readonly checks: readonly ConditionCheck[] }) {
  return (
    <ul className={classes['checks']} aria-label={m.checks}>
      {checks
        .map((check, at) => ({ ...check, at }))
        .map(({ at, text, is, compared }) => (
          <li key={at}>
            <Status kind={checkKinds[is].kind}>{checkKinds[is].word}</Status>
            <Verbatim text={text} mono wrap />
            {compared !== '' && (
              <span className={classes['dim']}>
                <Verbatim text={compared} mono wrap />
              </span>
            )}
          </li>
        ))}
    </ul>
  )
}
