import { parseShared } from '@brokerdeck/languages/topic.ts'
import { lazy } from 'react'
import { whyNoPublish } from '#api/query.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { MenuAction } from '#ui/overlays.tsx'
import { publishOpening as m } from './messages.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** Opens the dialog for a message to a topic, or to a topic filter that the operator turns into a topic. */
export function openPublish(filter = ''): void {
  const topic = parseShared(filter).filter.replace(/^\$exclusive\//, '')
  void askDialog<void>((answer) => <PublishDialog topic={topic} onClose={() => answer()} />)
}

/** Returns the action for the menu of a row with a topic or a filter. */
export function publishAction(filter: string): MenuAction {
  return { label: m.publishHere, disabledReason: whyNoPublish(), onSelect: () => openPublish(filter) }
}
