import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { afterPress, wasLeft } from '#kit/form/left-fields.ts'
import { PayloadInput } from '#kit/payload-input/payload-input.tsx'
import { bytesOfDraft } from '#lib/payload-draft.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { readDelayOutcome } from './delay-outcome.ts'
import { delayWords } from './delay-words.ts'
import historyFoldClasses from './history-fold.module.css'
import { MessageFields } from './message-fields.tsx'
import { publish as m } from './messages.ts'
import { PropertiesFold } from './properties-fold.tsx'
import type { PublishDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'
import { forgetPublished, rememberPublished, usePublished } from './publish-history.ts'
import type { PublishField, PublishMessage, PublishOutcome, PublishSender } from './publish-message.ts'
import { type PublishFaults, readDraft } from './read-draft.ts'
import { RepeatFold } from './repeat-fold.tsx'

interface PublishFormProps {
  /** The accessible name of the form: "Publish". */
  readonly label: string
  readonly draft: PublishDraft
  readonly onDraftChange: (draft: PublishDraft) => void
  readonly sender: PublishSender
  /** Renders other actions for the message; `prepare` returns undefined while the form has errors. */
  readonly beside?: (prepare: () => PublishMessage | undefined) => ReactNode
}

/** A form for a message with everything that MQTT 5 allows: sent once, again from the history, or repeatedly. */
export function PublishForm({ label, draft, onDraftChange, sender, beside }: PublishFormProps) {
  const publishing = usePublishing(draft, sender)
  const { faults, leave, isBusy, answered, prepare, publish } = publishing
  const form = useRef<HTMLFormElement>(null)
  const isToFocus = useRef(false)
  useEffect(() => {
    if (!isToFocus.current) return
    isToFocus.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    isToFocus.current = true
    void publish()
  }
  const change = (part: Partial<PublishDraft>) => onDraftChange({ ...draft, ...part })
  return (
    <form ref={form} className={classes['form']} aria-label={label} noValidate onSubmit={submit}>
      <MessageFields draft={draft} limits={sender.limits} faults={faults} onChange={change} onLeave={leave} />
      <PayloadInput
        label={m.payload}
        value={draft.payload}
        fault={faults.get('payload')}
        onLeave={() => leave('payload')}
        onChange={(payload) => change({ payload })}
      />
      {sender.limits.hasProperties && (
        <PropertiesFold
          draft={draft}
          limits={sender.limits}
          faults={faults}
          onChange={change}
          onLeave={leave}
        />
      )}
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" isBusy={isBusy} disabledReason={sender.disabledReason}>
          {m.publish}
        </Button>
        {beside?.(prepare)}
        {sender.disabledReason !== undefined && <span className="support">{sender.disabledReason}</span>}
      </div>
      <OutcomeNote answered={answered} />
      <div>
        <RepeatFold sender={sender} prepare={prepare} />
        <HistoryFold onChoose={onDraftChange} />
      </div>
    </form>
  )
}

/** Lists the messages published before, which can be loaded into the form again. */
function HistoryFold({ onChoose }: { readonly onChoose: (draft: PublishDraft) => void }) {
  const published = usePublished()
  if (published.length === 0) return null
  return (
    <Fold title={m.history} summary={m.historySummary(published.length)}>
      <ul className={historyFoldClasses['list']}>
        {published.map(({ id, at, draft }) => (
          <li key={id} className={historyFoldClasses['row']}>
            <span className={historyFoldClasses['message']}>
              <Verbatim text={draft.topic} mono focusable />
              <span className={historyFoldClasses['payload']}>
                <Verbatim text={draft.payload.text} />
              </span>
            </span>
            <span className={historyFoldClasses['facts']}>
              {m.qosShort(draft.qos)}
              {draft.retain && ` · ${m.retain}`}
              {` · ${formatBytes(bytesOfDraft(draft.payload)?.length)} · `}
              <RelativeTime at={at} />
            </span>
            <Button
              size="small"
              aria-label={m.takeUp(visibleText(draft.topic, 80))}
              onClick={() => onChoose(draft)}
            >
              {m.use}
            </Button>
          </li>
        ))}
      </ul>
      <div className={historyFoldClasses['end']}>
        <span>{m.historyNote}</span>
        <Button size="small" variant="quiet" onClick={forgetPublished}>
          {m.clearHistory}
        </Button>
      </div>
    </Fold>
  )
}

interface AnsweredDraft {
  readonly draft: PublishDraft
  readonly outcome: PublishOutcome
}

const none: PublishFaults = new Map()

/**
 * Sends the message in the form. Errors are shown at fields that lost the focus, or after an attempt to send; a
 * refusal of the broker stays at its field until the message changes.
 */
function usePublishing(draft: PublishDraft, sender: PublishSender) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<AnsweredDraft>()
  const read = readDraft(draft, sender.limits)
  const all = read.kind === 'faulty' ? read.faults : none
  const shown = new Map([...all].filter(([field]) => wasTried || wasLeft(left, field)))
  const outcome = answered?.outcome
  const isRefused = outcome?.kind === 'refused' && answered?.draft === draft
  if (isRefused && outcome.field !== undefined) shown.set(outcome.field, outcome.detail ?? outcome.title)
  /** Returns undefined while the form has errors. */
  const prepare = (): PublishMessage | undefined => {
    setTried(read.kind === 'faulty')
    return read.kind === 'ready' ? read.message : undefined
  }
  const publish = async () => {
    const message = prepare()
    if (message === undefined || isBusy || sender.disabledReason !== undefined) return
    setBusy(true)
    setAnswered(undefined)
    try {
      const sentAt = Date.now()
      const given = await sender.send(message)
      if (given.kind !== 'published') return setAnswered({ draft, outcome: given })
      rememberPublished(draft, Date.now())
      const delay = await readDelayOutcome(message.topic, sentAt)
      setAnswered({ draft, outcome: { ...given, delay } })
    } finally {
      setBusy(false)
    }
  }
  return {
    faults: shown,
    leave: (field: PublishField) => afterPress(() => setLeft((known) => new Set([...known, field]))),
    isBusy,
    /** The result, unless it is shown at a field. */
    answered:
      outcome?.kind === 'refused' && (!isRefused || outcome.field !== undefined) ? undefined : answered,
    prepare,
    publish,
  }
}

interface OutcomeNoteProps {
  readonly answered: { readonly draft: PublishDraft; readonly outcome: PublishOutcome } | undefined
}

/** Shows the result of the last message: whether it had receivers, or why it was refused. */
function OutcomeNote({ answered }: OutcomeNoteProps) {
  const { outcome, draft } = answered ?? {}
  if (outcome?.kind === 'refused')
    return <ErrorState title={outcome.title} detail={outcome.detail} raw={outcome.raw} />
  return (
    <div role="status" className={classes['outcome']}>
      {outcome !== undefined && draft !== undefined && (
        <>
          <Status kind={toStatusKind(outcome)}>{m.published}</Status>
          <span className={classes['sentence']}>
            <Verbatim text={draft.topic} mono />
          </span>
          <span>{outcomeWords(outcome, draft)}</span>
        </>
      )}
    </div>
  )
}

type Published = Extract<PublishOutcome, { kind: 'published' }>

function toStatusKind({ receivers, delay }: Published): StatusKind {
  if (delay !== undefined && delay.kind !== 'held') return 'warn'
  return receivers === 'none' && delay === undefined ? 'off' : 'ok'
}

function outcomeWords({ receivers, delay }: Published, draft: PublishDraft): string {
  if (delay === undefined) return receiversWords(receivers, draft)
  switch (delay.kind) {
    case 'held':
      return m.heldUntil(formatDateTime(delay.until))
    case 'not-held':
      // The broker reports no receivers for a message that is to be delayed, although it is sent a moment later.
      return delay.why === 'off'
        ? [m.delayOff, receiversWords(receivers, draft)].join(m.between)
        : delayWords[delay.why]
    case 'lost':
      return delay.limit === 0 ? m.delayLost : m.delayOverLimit(formatNumber(delay.limit))
    case 'unknown':
      return delay.why === undefined ? m.delayUnknown : m.delayUnread(delay.why)
  }
}

function receiversWords(receivers: 'some' | 'none' | 'unknown', { retain, payload }: PublishDraft): string {
  const words = { some: m.someReceived, none: m.noneReceived, unknown: m.unknownReceived }[receivers]
  return retain ? [words, payload.text === '' ? m.retainedCleared : m.retainedKept].join(m.between) : words
}
