import type { ReactNode } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { saveQuestion as m } from './messages.ts'

/** What stops as soon as a form is saved, and the words for it. */
export interface Stop {
  readonly interrupts: Interruption
  readonly text: ReactNode
  /** Asked although nothing stops at once: somebody is shut out later. */
  readonly isAsked?: boolean
}

/**
 * Asked before a form is sent, with what the broker answered just before; its own answer is why the form is not sent after
 * all.
 */
export type BeforeWrite<Answer = unknown> = (
  document: ApiDocument,
  before: ApiDocument,
  answer: Answer,
) => Promise<string | undefined>

/**
 * Saving a form is an action like any other: where it cuts connections or stops data it asks first, and in production for
 * the name of the cluster. A change that stops nothing is saved at once. What starts anew when it is saved asks where it
 * would ask before it is disabled.
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

/** Whether a switch is turned off: what is off already stops nothing. */
export const turnsOff = (path: string, document: ApiDocument, before: ApiDocument): boolean =>
  before[path] === true && document[path] === false
