import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { leaveGuard as m } from '#kit/messages/page.ts'
import { noteUnsavedWork } from './unsaved-work.ts'

interface Move {
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}

/**
 * While a form is dirty, leaving its page asks for confirmation, closing the tab asks in the browser's own words, and
 * an expired login does not remove the page. `loses` tells whether a navigation leaves the form at all.
 */
export function useLeaveGuard(isDirty: boolean, loses: (move: Move) => boolean = () => true): void {
  useEffect(() => (isDirty ? noteUnsavedWork() : undefined), [isDirty])
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async (move) =>
      loses(move) &&
      !(await confirm({ title: m.title, body: m.body, action: m.leave, interrupts: 'nothing' })),
  })
}
