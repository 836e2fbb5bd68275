import { parseShared } from '@brokerdeck/contract/topic.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** Opens the dialog for a message, to a topic or a filter of which the operator makes one. */
export function openPublish(filter = ''): void {
  const topic = parseShared(filter).filter.replace(/^\$exclusive\//, '')
  void askDialog<void>((answer) => <PublishDialog topic={topic} onClose={() => answer()} />)
}
