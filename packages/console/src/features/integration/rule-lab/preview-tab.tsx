import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { ruleLab as m } from '../messages/rule-lab.ts'
import { BrokerPart } from './broker-part.tsx'
import type { LabMessage } from './lab-message.ts'
import { originWord } from './message-words.ts'
import { OutcomeCells } from './outcome-cells.tsx'
import { CodeText, OutcomeText, SideBySide, WhyNoOutcome } from './outcome-text.tsx'
import { pathsInWords } from './outcome-words.ts'
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
}

/** What the statement makes of the chosen message, and of how many of all of them. */
export function PreviewTab({ sql, actions, messages, one, all }: PreviewTabProps) {
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
      <h3 className={classes['head']}>{m.output}</h3>
      <div className={one.isCurrent ? undefined : classes['old']} aria-busy={!one.isCurrent}>
        <WhyNoOutcome run={one.run} />
        {result !== undefined &&
          (result.isChanged === true && result.saved !== undefined ? (
            <>
              <p className={classes['note']}>{m.changedHere}</p>
              <SideBySide
                left={{ label: m.saved, outcome: result.saved }}
                right={{ label: m.edited, outcome: result.outcome }}
              />
            </>
          ) : (
            <OutcomeText label={m.output} outcome={result.outcome} />
          ))}
        {result?.varies !== undefined && result.varies.length > 0 && (
          <p className={classes['note']}>{m.varies(pathsInWords(result.varies))}</p>
        )}
        {result?.outcome.kind === 'passes' && result.outcome.length === undefined && (
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

/** Characters of a message that are laid out here; all of it stands under Messages. */
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
