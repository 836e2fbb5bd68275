import { useState } from 'react'
import { afterPress, wasLeft } from '#kit/form/left-fields.ts'
import { readDelayOutcome } from './delay-outcome.ts'
import type { PublishDraft } from './publish-draft.ts'
import { rememberPublished } from './publish-history.ts'
import type { PublishField, PublishMessage, PublishOutcome, PublishSender } from './publish-message.ts'
import { type PublishFaults, readDraft } from './read-draft.ts'

interface Answered {
  readonly draft: PublishDraft
  readonly outcome: PublishOutcome
}

const none: PublishFaults = new Map()

/**
 * Sending what is in the form. Faults are shown where the form was left or once sending was tried; a refusal of the
 * broker stays at its field until something is changed.
 */
export function usePublishing(draft: PublishDraft, sender: PublishSender) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<Answered>()
  const read = readDraft(draft, sender.limits)
  const all = read.kind === 'faulty' ? read.faults : none
  const shown = new Map([...all].filter(([field]) => wasTried || wasLeft(left, field)))
  const outcome = answered?.outcome
  const isRefused = outcome?.kind === 'refused' && answered?.draft === draft
  if (isRefused && outcome.field !== undefined) shown.set(outcome.field, outcome.detail ?? outcome.title)
  /** Undefined when there is something to correct first. */
  const prepare = (): PublishMessage | undefined => {
    setTried(read.kind === 'faulty')
    return read.kind === 'ready' ? read.message : undefined
  }
  const publish = async () => {
    const message = prepare()
    if (message === undefined || isBusy || sender.whyNot !== undefined) return
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
    /** What is not shown at a field. */
    answered:
      outcome?.kind === 'refused' && (!isRefused || outcome.field !== undefined) ? undefined : answered,
    prepare,
    publish,
  }
}
