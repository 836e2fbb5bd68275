import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { m } from './messages.ts'

/** While a form is dirty, leaving its page asks first; closing the tab asks in the browser's own words. */
export function useLeaveGuard(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => !(await confirm({ title: m.title, body: m.body, action: m.leave })),
  })
}
