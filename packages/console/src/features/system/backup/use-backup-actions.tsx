import { type BackupFile, backups } from '@brokerdeck/contract/system/backups.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { action, tellFailure, to } from '#acting/action.tsx'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { backup as m } from '../messages/cluster.ts'
import { fetchBackup } from './fetch-backup.ts'

const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }))

const removeBackup = action<BackupFile>(
  to(backups.remove, ({ filename, node }) => ({ params: { filename }, query: { node } })),
  {
    ask: ({ filename, node }) => ({
      title: m.removeTitle,
      body: m.removeBody(visibleText(filename, 80), visibleText(node, 80)),
      action: m.remove,
      danger: true,
    }),
    told: () => m.removed,
  },
)

/** What can be done with a backup. */
export function useBackupActions(): (file: BackupFile) => readonly MenuAction[] {
  const download = useMutation({
    mutationFn: (file: BackupFile) => fetchBackup(file),
    networkMode: 'always',
    onSuccess: (bytes, { filename }) => saveFile(filename, bytes, 'application/gzip'),
    onError: tellFailure,
  })
  return (file) => [
    {
      label: m.restore,
      icon: <IconRestore size={16} stroke={1.5} aria-hidden />,
      disabledReason: whyNoWrite(),
      onSelect: () => void restoreBackup(file),
    },
    {
      label: m.download,
      icon: <IconDownload size={16} stroke={1.5} aria-hidden />,
      onSelect: () => download.mutate(file),
    },
    {
      label: m.remove,
      icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
      danger: true,
      disabledReason: removeBackup.whyNot(file),
      onSelect: () => void removeBackup.run(file),
    },
  ]
}

/** Resolves when the dialog is closed. */
function restoreBackup(file: BackupFile): Promise<void> {
  return askDialog<void>((answer) => <RestoreDialog file={file} onClose={() => answer()} />)
}
