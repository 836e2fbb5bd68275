import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import type { LabOutcome, LabResult } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleLab as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatList } from '#i18n/sentences.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { type Agreement, askBroker, type BrokerAnswer } from './ask-broker.ts'
import { outputDifference, type Pointer } from './compare-outputs.ts'
import { OutcomeText, SideBySide } from './outcome-text.tsx'
import { pathsInWords } from './outcome-words.ts'
import classes from './rule-lab.module.css'

interface BrokerPartProps {
  readonly sql: string
  readonly context: string
  /** The result computed here; undefined while it is being computed. */
  readonly result: LabResult | undefined
}

type BrokerPartState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: BrokerAnswer }
  | { readonly kind: 'problem'; readonly error: unknown }

/** Shows the result of the broker's own tester for the same input, compared with the result computed here. */
export function BrokerPart({ sql, context, result }: BrokerPartProps) {
  const [asked, setAsked] = useState<BrokerPartState>()
  const ask = async () => {
    setAsked({ kind: 'asking' })
    try {
      setAsked({ kind: 'answered', answer: await askBroker(sql, context) })
    } catch (error) {
      setAsked({ kind: 'problem', error })
    }
  }
  return (
    <>
      <div className={classes['bar']}>
        <Button
          size="small"
          icon={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
          isBusy={asked?.kind === 'asking'}
          disabledReason={whyNoWrite()}
          onClick={() => void ask()}
        >
          {m.askBroker}
        </Button>
      </div>
      {asked?.kind === 'problem' && (
        <ErrorState {...describeError(asked.error)} onRetry={() => void ask()} isRetrying={false} />
      )}
      {asked?.kind === 'answered' && <LeftOut answer={asked.answer} />}
      {asked?.kind === 'answered' && <Compared answer={asked.answer} result={result} />}
    </>
  )
}

/** Names the columns of the message that were not sent to the broker. */
function LeftOut({ answer }: Pick<ComparedProps, 'answer'>) {
  if (answer.kind === 'unsendable' || answer.without === undefined || answer.without.length === 0) return null
  return <p className={classes['note']}>{m.askedWithout(formatList(answer.without))}</p>
}

interface ComparedProps {
  readonly answer: BrokerAnswer
  readonly result: LabResult | undefined
}

function Compared({ answer, result }: ComparedProps) {
  const agreement: Agreement =
    result === undefined ? { kind: 'uncertain' } : toAgreement(result.outcome, result.varies ?? [], answer)
  if (agreement.kind === 'agrees') {
    return (
      <div role="status">
        <Status kind="ok">{m.agrees}</Status>
      </div>
    )
  }
  if (agreement.kind === 'uncertain' || result === undefined) {
    return (
      <div role="status">
        <h3 className={classes['head']}>{m.brokerOnly}</h3>
        <OutcomeText label={m.broker} outcome={answer} />
      </div>
    )
  }
  return (
    <div role="status">
      <Status kind="warn" wraps>
        {m.disagrees}
      </Status>
      <p className={classes['note']}>{m.disagreesAt(pathsInWords(agreement.paths))}</p>
      <SideBySide
        left={{ label: m.here, outcome: result.outcome }}
        right={{ label: m.broker, outcome: answer }}
      />
    </div>
  )
}

/** Compares the broker's answer with the outcome. Parts that depend on time and chance are ignored. */
function toAgreement(outcome: LabOutcome, varies: readonly Pointer[], answer: BrokerAnswer): Agreement {
  if (answer.kind === 'unsendable') return { kind: 'uncertain' }
  if (outcome.kind === 'broker-only' || outcome.kind === 'limit' || outcome.kind === 'unreadable') {
    return { kind: 'uncertain' }
  }
  if (varies.includes('') || (outcome.kind === 'passes' && outcome.length !== undefined)) {
    return { kind: 'uncertain' }
  }
  const paths = findDifferences(outcome, varies, answer)
  if (paths.length === 0) return { kind: 'agrees' }
  // The difference may be due to the columns that were not sent to the broker.
  return answer.without?.length ? { kind: 'uncertain' } : { kind: 'disagrees', paths }
}

function findDifferences(
  outcome: Extract<LabOutcome, { kind: 'passes' | 'no-result' | 'fails' }>,
  varies: readonly Pointer[],
  answer: Exclude<BrokerAnswer, { kind: 'unsendable' }>,
): readonly Pointer[] {
  if (outcome.kind === 'no-result' && outcome.why === 'empty' && answer.kind === 'passes') {
    return outputDifference('[]', answer.output)
  }
  if (outcome.kind === 'passes' && answer.kind === 'passes') {
    return outputDifference(outcome.output, answer.output, varies)
  }
  if (outcome.kind === 'fails' && answer.kind === 'fails') {
    return outputDifference(outcome.message, answer.message).length === 0 ? [] : ['']
  }
  return outcome.kind === answer.kind ? [] : ['']
}
