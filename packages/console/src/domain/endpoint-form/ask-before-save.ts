import type { ReactNode } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { saveQuestion as m } from './messages.ts'

/** What stops as soon as a form is saved, and the words for it. */
interface Stop {
  readonly interrupts: Interruption
  readonly text: ReactNode
}

/** Asked before a form is sent; the answer is why it is not sent after all. */
export type BeforeWrite = (document: ApiDocument, before: ApiDocument) => Promise<string | undefined>

/**
 * Saving a form is an action like any other: where it cuts connections or stops data it asks first, and in production for
 * the name of the cluster. A change that stops nothing is saved at once.
 */
export function askBeforeSave(
  stopsWith: (document: ApiDocument, before: ApiDocument) => Stop | Promise<Stop>,
): BeforeWrite {
  return async (document, before) => {
    const { interrupts, text } = await stopsWith(document, before)
    if (interrupts === 'nothing') return undefined
    const question = { title: m.title, body: text, action: m.save, danger: true, interrupts }
    return (await confirm(question)) ? undefined : m.notSaved
  }
}

/** Whether a switch is turned off: what is off already stops nothing. */
export const turnsOff = (path: string, document: ApiDocument, before: ApiDocument): boolean =>
  before[path] === true && document[path] === false
