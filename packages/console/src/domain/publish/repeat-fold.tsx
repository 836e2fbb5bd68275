import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { Fold } from '#ui/fold.tsx'
import { LabelledField, UnitLabel } from '#ui/labelled-field.tsx'
import { ErrorState } from '#ui/states.tsx'
import { publish as m } from './messages.ts'
import classes from './publish-form.module.css'
import type { PublishMessage, PublishOutcome, PublishSender } from './publish-message.ts'

/** The duration of the watch, in milliseconds. */
const shortestInterval = 100

interface RepeatFoldProps {
  readonly sender: PublishSender
  /** Returns the message of the form; undefined while the form has errors. */
  readonly prepare: () => PublishMessage | undefined
}

const longestInterval = 3_600_000
const mostTimes = 1_000_000

/** Sends the message of the form at an interval, a number of times or until it is stopped. */
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
            <Button disabledReason={sender.disabledReason} onClick={begin}>
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

interface Repetition {
  readonly isRunning: boolean
  readonly sent: number
  /** The refusal that ended the repetition early. */
  readonly refusal?: Extract<PublishOutcome, { kind: 'refused' }>
}

interface RepeatPlan {
  readonly message: PublishMessage
  readonly intervalMs: number
  /** The number of messages; undefined to continue until stopped. */
  readonly times: number | undefined
}

/**
 * Sends a message repeatedly while the form is mounted. Each message waits for the response to the previous message.
 */
function useRepeat(sender: PublishSender) {
  const [state, setState] = useState<Repetition>({ isRunning: false, sent: 0 })
  const stopRunning = useRef<() => void>(undefined)
  const latest = useRef(sender)
  useEffect(() => {
    latest.current = sender
  }, [sender])
  useEffect(() => () => stopRunning.current?.(), [])
  const stop = () => {
    stopRunning.current?.()
    setState((before) => ({ ...before, isRunning: false }))
  }
  const start = ({ message, intervalMs, times }: RepeatPlan) => {
    stopRunning.current?.()
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    stopRunning.current = () => {
      isStopped = true
      clearTimeout(timer)
    }
    setState({ isRunning: true, sent: 0 })
    const next = async (sent: number) => {
      const begun = Date.now()
      const outcome = await latest.current.send(message)
      if (isStopped) return
      if (outcome.kind === 'refused') return setState({ isRunning: false, sent, refusal: outcome })
      const isLast = times !== undefined && sent + 1 >= times
      setState({ isRunning: !isLast, sent: sent + 1 })
      if (isLast) return
      timer = setTimeout(() => void next(sent + 1), Math.max(0, begun + intervalMs - Date.now()))
    }
    void next(0)
  }
  return { ...state, start, stop }
}
