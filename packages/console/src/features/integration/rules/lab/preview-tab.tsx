import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'
import type { LabOutcome } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleLab as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/marks.tsx'
import { Status } from '#ui/status.tsx'
import { BrokerPart } from './broker-part.tsx'
import type { LabRun } from './lab-evaluator.ts'
import type { LabMessage } from './lab-message.ts'
import { MessagePathSteps } from './message-path-steps.tsx'
import { originWord } from './message-words.ts'
import { CodeText, OutcomeText, SideBySide, WhyNoOutcome } from './outcome-text.tsx'
import { outcomeWords, pathsInWords } from './outcome-words.ts'
import { RenderedActions } from './rendered-actions.tsx'
import classes from './rule-lab.module.css'
import type { LabMessages } from './use-lab-messages.ts'
import type { useLabRun } from './use-lab-run.ts'

type Run = ReturnType<typeof useLabRun>

interface PreviewTabProps {
  readonly sql: string
  readonly actions: readonly RuleAction[]
  readonly messages: LabMessages
  readonly one: Run
  readonly all: Run
  /** True if the result is shown step by step. */
  readonly isFlow: boolean
}

/** Shows the result of the statement for the chosen message, and for how many of all messages it passes. */
export function PreviewTab({ sql, actions, messages, one, all, isFlow }: PreviewTabProps) {
  const { chosen, choose, kept } = messages
  const showAt = (at: number) => {
    const message = kept[at]
    if (message !== undefined) choose(message.id)
  }
  const result = one.run?.kind === 'done' ? one.run.results[0] : undefined
  return (
    <div className={classes['part']}>
      <div className={classes['bar']}>
        <Tag>{m.computedHere}</Tag>
        {one.run?.kind === 'done' && (
          <span className={classes['dim']}>{m.duration(formatNumber(one.run.milliseconds, 1))}</span>
        )}
      </div>
      <OutcomeCells run={all.run} onShow={showAt} />
      <Input messages={messages} />
      {!isFlow && <h3 className={classes['head']}>{m.output}</h3>}
      <div className={one.isCurrent ? undefined : classes['old']} aria-busy={!one.isCurrent}>
        <WhyNoOutcome run={one.run} />
        {isFlow && result !== undefined && <MessagePathSteps result={result} actions={actions} />}
        {result?.isChanged === true && result.saved !== undefined ? (
          <>
            <p className={classes['note']}>{m.changedHere}</p>
            <SideBySide
              left={{ label: m.saved, outcome: result.saved }}
              right={{ label: m.edited, outcome: result.outcome }}
            />
          </>
        ) : (
          !isFlow && result !== undefined && <OutcomeText label={m.output} outcome={result.outcome} />
        )}
        {result?.varies !== undefined && result.varies.length > 0 && (
          <p className={classes['note']}>{m.varies(pathsInWords(result.varies))}</p>
        )}
        {!isFlow && result?.outcome.kind === 'passes' && result.outcome.length === undefined && (
          <RenderedActions actions={actions} output={result.outcome.output} />
        )}
        {one.run === undefined && <p className={classes['note']}>{m.working}</p>}
      </div>
      <BrokerPart
        key={`${sql}\n${chosen.context}`}
        sql={sql}
        context={chosen.context}
        result={one.isCurrent ? result : undefined}
      />
    </div>
  )
}

/** The maximum number of characters of a message shown here; the tab Messages shows the whole message. */
const mostShown = 2_000

function Input({ messages }: { readonly messages: LabMessages }) {
  const { kept, chosen, choose } = messages
  const at = kept.indexOf(chosen)
  const step = (message: LabMessage | undefined) =>
    message === undefined ? undefined : () => choose(message.id)
  return (
    <>
      <div className={classes['bar']}>
        <h3 className={classes['head']}>{m.input}</h3>
        <span className={classes['dim']}>{originWord(chosen)}</span>
        {at >= 0 && (
          <span className={classes['end']}>
            <span className={classes['dim']}>
              {m.position(formatNumber(at + 1), formatNumber(kept.length))}
            </span>
            <Step label={m.previous} onStep={step(kept[at - 1])}>
              <IconChevronLeft size={16} stroke={1.5} aria-hidden />
            </Step>
            <Step label={m.next} onStep={step(kept[at + 1])}>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
            </Step>
          </span>
        )}
      </div>
      <CodeText label={m.input} text={chosen.context} limit={mostShown} />
    </>
  )
}

interface StepProps {
  readonly label: string
  readonly onStep: (() => void) | undefined
  readonly children: ReactNode
}

function Step({ label, onStep, children }: StepProps) {
  return (
    <IconButton label={label} disabledReason={onStep === undefined ? m.noMore : undefined} onClick={onStep}>
      {children}
    </IconButton>
  )
}

/** The maximum number of marks: with more, each would be narrower than a line. */
const mostCells = 200

interface OutcomeCellsProps {
  readonly run: LabRun | undefined
  /** Shows the message at this index. */
  readonly onShow: (at: number) => void
}

/** Shows how many of all messages pass and which do not: one mark for each message, the newest last. */
function OutcomeCells({ run, onShow }: OutcomeCellsProps) {
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
            m.failCount(failed, formatNumber(failed), findFailureReason(outcomes[firstFailed])),
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

/** Returns why a message fails, in the broker's words. */
function findFailureReason(outcome: LabOutcome | undefined): string | undefined {
  if (outcome?.kind === 'fails') return visibleText(outcome.message, 80)
  return outcome?.kind === 'limit' ? outcomeWords(outcome).why : undefined
}
