import { ErrorState } from '#ui/error-state.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
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
          <Status kind={outcome.receivers === 'none' ? 'off' : 'ok'}>{m.published}</Status>
          <span className={classes['sentence']}>
            <Verbatim text={draft.topic} mono />
          </span>
          <span>{receiversWords(outcome.receivers, draft)}</span>
        </>
      )}
    </div>
  )
}

function receiversWords(
  receivers: 'some' | 'none' | 'unknown',
  { topic, retain, payload }: PublishDraft,
): string {
  if (topic.startsWith('$delayed/')) return m.heldBack
  const words = { some: m.someReceived, none: m.noneReceived, unknown: m.unknownReceived }[receivers]
  return retain ? [words, payload.text === '' ? m.retainedCleared : m.retainedKept].join(m.between) : words
}
