import { lazy, Suspense } from 'react'
import { faultText } from '#features/integration/rules/editor/fault-text.ts'
import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleLab as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { indentJson } from '#lib/indent-json.ts'
import { Status } from '#ui/status.tsx'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import type { BrokerAnswer } from './ask-broker.ts'
import { type LabRun, patience } from './lab-evaluator.ts'
import { outcomeWords } from './outcome-words.ts'
import classes from './rule-lab.module.css'

/** Loaded lazily, because the texts of the failure causes are as large as the lab. */
const FailureWords = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureWords,
}))

/** The maximum number of characters that are shown. */
const mostShown = 20_000

interface OutcomeTextProps {
  readonly label: string
  readonly outcome: LabOutcome | BrokerAnswer
  /** Set if the word for the outcome is shown elsewhere. */
  readonly isBare?: boolean
}

/** Shows the outcome of a message: its word, the reason, and the output or the failure as the broker prints it. */
export function OutcomeText({ label, outcome, isBare = false }: OutcomeTextProps) {
  const { kind, word, why } = outcomeWords(outcome)
  const text = formatOutcome(outcome)
  return (
    <div className={classes['outcome']}>
      {!isBare && <Status kind={kind}>{word}</Status>}
      {why !== undefined && <p className={classes['note']}>{why}</p>}
      {outcome.kind === 'fails' && (
        <Suspense>
          <FailureWords raw={outcome.message} />
        </Suspense>
      )}
      {text !== undefined && <CodeText label={label} text={text} />}
    </div>
  )
}

function formatOutcome(outcome: LabOutcome | BrokerAnswer): string | undefined {
  if (outcome.kind === 'fails') return outcome.message
  return outcome.kind === 'passes' ? (indentJson(outcome.output) ?? outcome.output) : undefined
}

/** Shows why there is no outcome. */
export function WhyNoOutcome({ run }: { readonly run: LabRun | undefined }) {
  if (run === undefined || run.kind === 'done') return null
  return (
    <Status kind={run.kind === 'fault' ? 'warn' : 'bad'} wraps>
      {run.kind === 'fault' ? faultWords(run) : m.stopped(formatNumber(patience / 1000))}
    </Status>
  )
}

/** A statement that is only too long may still be valid, so the text does not ask for a correction. */
function faultWords(run: Extract<LabRun, { kind: 'fault' }>): string {
  const why = faultText(run)
  return run.fault === 'length' ? m.tooLong(why) : m.fault(why)
}

interface CodeTextProps {
  readonly label: string
  readonly text: string
  /** The maximum number of characters that are shown. */
  readonly limit?: number
}

/** Shows a text from a device or the broker; only the beginning of a long text. */
export function CodeText({ label, text, limit = mostShown }: CodeTextProps) {
  return (
    <>
      <section className={classes['code']} aria-label={label} {...{ tabIndex: 0 }}>
        <VerbatimPieces text={text} limit={limit} keepLines />
      </section>
      {text.length > limit && (
        <p className={classes['note']}>{m.outputCut(formatBytes(limit), formatBytes(text.length))}</p>
      )}
    </>
  )
}

interface Side {
  readonly label: string
  readonly outcome: LabOutcome | BrokerAnswer
}

/** Shows two results of one message side by side. */
export function SideBySide({ left, right }: { readonly left: Side; readonly right: Side }) {
  return (
    <div className={classes['sides']}>
      {[left, right].map(({ label, outcome }) => (
        <div key={label}>
          <h4 className={classes['head']}>{label}</h4>
          <OutcomeText label={label} outcome={outcome} />
        </div>
      ))}
    </div>
  )
}
