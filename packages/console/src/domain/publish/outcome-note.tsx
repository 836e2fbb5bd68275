import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { delayFaultWords } from './delay-fault-words.ts'
import { publish as m } from './messages.ts'
import type { PublishDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'
import type { PublishOutcome } from './publish-message.ts'

interface OutcomeNoteProps {
  readonly answered: { readonly draft: PublishDraft; readonly outcome: PublishOutcome } | undefined
}

/** What became of the last message: whether anybody got it, or why it was refused. */
export function OutcomeNote({ answered }: OutcomeNoteProps) {
  const { outcome, draft } = answered ?? {}
  if (outcome?.kind === 'refused')
    return <ErrorState title={outcome.title} detail={outcome.detail} raw={outcome.raw} />
  return (
    <div role="status" className={classes['outcome']}>
      {outcome !== undefined && draft !== undefined && (
        <>
          <Status kind={statusOf(outcome)}>{m.published}</Status>
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

function statusOf({ receivers, delay }: Published): StatusKind {
  if (delay !== undefined && delay.kind !== 'held') return 'warn'
  return receivers === 'none' && delay === undefined ? 'off' : 'ok'
}

function outcomeWords({ receivers, delay }: Published, draft: PublishDraft): string {
  if (delay === undefined) return receiversWords(receivers, draft)
  switch (delay.kind) {
    case 'held':
      return m.heldUntil(formatDateTime(delay.until))
    case 'not-held':
      return [
        delay.why === 'off' ? m.delayOff : delayFaultWords[delay.why],
        receiversWords(receivers, draft),
      ].join(m.between)
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
