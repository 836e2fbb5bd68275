import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { leaveGuard as m } from '../messages/page.ts'
import { noteUnsavedWork } from './unsaved-work.ts'

/**
 * While a form is dirty, leaving its page asks first; closing the tab asks in the browser's own words; and a login that
 * expires does not take the page away.
 */
export function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => (isDirty ? noteUnsavedWork() : undefined), [isDirty])
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => !(await confirm({ title: m.title, body: m.body, action: m.leave })),
  })
}
