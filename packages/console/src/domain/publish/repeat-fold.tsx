import { useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Fold } from '#ui/fold.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { UnitLabel } from '#ui/unit-label.tsx'
import { m } from './messages.ts'
import classes from './publish-form.module.css'
import type { PublishMessage, PublishSender } from './publish-message.ts'
import { shortestInterval, useRepeat } from './use-repeat.ts'

interface RepeatFoldProps {
  readonly sender: PublishSender
  /** The message of the form; undefined when there is something to correct first. */
  readonly prepare: () => PublishMessage | undefined
}

const longestInterval = 3_600_000
const mostTimes = 1_000_000

/** Sends the message of the form at an interval, so many times or until it is stopped. */
export function RepeatFold({ sender, prepare }: RepeatFoldProps) {
  const [interval, setInterval] = useState('1000')
  const [times, setTimes] = useState('')
  const { isRunning, sent, refusal, start, stop } = useRepeat(sender)
  const intervalFault = rangeFault(interval, shortestInterval, longestInterval)
  const timesFault = times.trim() === '' ? undefined : rangeFault(times, 1, mostTimes)
  const begin = () => {
    if (intervalFault !== undefined || timesFault !== undefined) return
    const message = prepare()
    if (message === undefined) return
    start({ message, intervalMs: Number(interval), times: times.trim() === '' ? undefined : Number(times) })
  }
  return (
    <Fold
      title={m.repeat}
      summary={isRunning ? m.running(formatNumber(sent)) : undefined}
      mustOpen={isRunning}
    >
      <div className={classes['fields']}>
        <LabelledField label={m.interval} fault={intervalFault} className={classes['half']}>
          {(control) => (
            <TextBox
              {...control}
              isLocked={isRunning}
              inputMode="numeric"
              end={<UnitLabel>{m.milliseconds}</UnitLabel>}
              value={interval}
              onChange={setInterval}
            />
          )}
        </LabelledField>
        <LabelledField label={m.times} fault={timesFault} className={classes['half']}>
          {(control) => (
            <TextBox
              {...control}
              isLocked={isRunning}
              inputMode="numeric"
              placeholder={m.untilStopped}
              value={times}
              onChange={setTimes}
            />
          )}
        </LabelledField>
        <div className={classes['actions']}>
          {isRunning ? (
            <Button onClick={stop}>{m.stop}</Button>
          ) : (
            <Button disabledReason={sender.whyNot} onClick={begin}>
              {m.start}
            </Button>
          )}
          {sent > 0 && <span className="support">{m.sent(sent, formatNumber(sent))}</span>}
        </div>
        {refusal !== undefined && (
          <div className={classes['full']}>
            <ErrorState title={m.repeatEnded} detail={refusal.detail ?? refusal.title} raw={refusal.raw} />
          </div>
        )}
      </div>
    </Fold>
  )
}

function rangeFault(text: string, min: number, max: number): string | undefined {
  const number = Number(text)
  const isIn = text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  return isIn ? undefined : m.range(formatNumber(min), formatNumber(max))
}
