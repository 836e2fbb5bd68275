import type { ReactNode } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { saveQuestion as m } from './messages.ts'

/** Tells what stops as soon as a form is saved, with the text of the confirmation. */
export interface Stop {
  readonly interrupts: Interruption
  readonly text: ReactNode
  /** True if the form asks although nothing stops at once, because clients or users are locked out later. */
  readonly isAsked?: boolean
}

/**
 * Called before a form is sent, with the broker's last response; resolves to the reason if the form is not sent after
 * all.
 */
export type BeforeWrite<Answer = unknown> = (
  document: ApiDocument,
  before: ApiDocument,
  answer: Answer,
) => Promise<string | undefined>

/**
 * Saving a form is an action like any other: if it cuts connections or stops data, it asks for confirmation first, in
 * production with the name of the cluster. A change that stops nothing is saved at once. A component that restarts
 * when it is saved asks in the same cases in which it asks before it is disabled.
 */
export function askBeforeSave<Answer>(
  stopsWith: (document: ApiDocument, before: ApiDocument, answer: Answer) => Stop | Promise<Stop>,
): BeforeWrite<Answer> {
  return async (document, before, answer) => {
    const { interrupts, text, isAsked = interrupts !== 'nothing' } = await stopsWith(document, before, answer)
    if (!isAsked) return undefined
    const question = { title: m.title, body: text, action: m.save, danger: true, interrupts }
    return (await confirm(question)) ? undefined : m.notSaved
  }
}

/** Tells whether a switch is turned off: an object that is already off stops nothing. */
export const turnsOff = (path: string, document: ApiDocument, before: ApiDocument): boolean =>
  before[path] === true && document[path] === false
