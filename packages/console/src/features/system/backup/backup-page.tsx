import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { type BackupFile, backups } from '@brokerdeck/contract/system/backups.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { action, send, tellFailure } from '#acting/action.tsx'
import { read, whyClosed, whyNoWrite } from '#api/query.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { fetchBackup } from './fetch-backup.ts'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const backupColumns: readonly Column<BackupFile, never>[] = [
  verbatimColumn('filename', m.fileName, ({ filename }) => filename, {
    always: true,
    width: 420,
    phone: 'name',
  }),
  verbatimColumn('node', m.node, ({ node }) => node, { width: 220, phone: 'pair' }),
  {
    id: 'size',
    header: m.size,
    cell: ({ size }) => formatBytes(size),
    value: ({ size }) => size,
    align: 'end',
    width: 120,
    phone: 'pair',
  },
  {
    id: 'created_at',
    header: m.createdAt,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    value: ({ created_at }) => created_at,
    width: 160,
    phone: 'pair',
  },
]

const CreateBackupDialog = lazy(async () => ({
  default: (await import('./create-backup-dialog.tsx')).CreateBackupDialog,
}))

/** Lists the backups of the cluster; creates, uploads, deletes and restores them. */
export function BackupPage() {
  const { place, setPlace } = useListSearch('backup', [])
  const { page, limit } = place
  const result = useQuery(read(backups.list, { query: { page, limit } }, { keepsPrevious: true }))
  const rowActions = useBackupActions()
  const [isCreating, setIsCreating] = useState(false)
  const count = result.data?.meta.count
  return (
    <Page
      title={m.title}
      summary={count === undefined ? undefined : m.summary(count, formatNumber(count))}
      actions={
        <>
          <UploadButton />
          <Button
            size="small"
            variant="primary"
            disabledReason={whyNoWrite()}
            onClick={() => setIsCreating(true)}
          >
            {m.create}
          </Button>
        </>
      }
    >
      <DataTable
        page="backup"
        label={m.label}
        columns={backupColumns}
        rowKey={({ node, filename }) => JSON.stringify([node, filename])}
        rowLabel={({ filename }) => filename}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={rowActions}
        exportName="backups"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
      {isCreating && (
        <Suspense fallback={null}>
          <CreateBackupDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Lets the user choose a file and opens the upload dialog. */
function UploadButton() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const take = (next: File | undefined) => {
    const fault = next && fileFault({ extensions: [backupSuffix] }, next)
    if (fault === undefined) setFile(next)
    else notify.failure(fault)
  }
  return (
    <>
      <Button size="small" disabledReason={whyNoWrite()} onClick={() => input.current?.click()}>
        {m.upload}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".gz"
        disabled={whyNoWrite() !== undefined}
        aria-label={m.backupFile}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          // The value is cleared so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <UploadDialog file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }))

const removeBackup = action<BackupFile>(
  send(backups.remove, ({ filename, node }) => ({ params: { filename }, query: { node } })),
  {
    ask: ({ filename, node }) => ({
      title: m.removeTitle,
      body: m.removeBody(visibleText(filename, 80), visibleText(node, 80)),
      action: m.remove,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.removed,
  },
)

/** Returns the actions for a backup. */
function useBackupActions(): (file: BackupFile) => readonly MenuAction[] {
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
      disabledReason: whyClosed('export') ?? whyClosed('payloads'),
      icon: <IconDownload size={16} stroke={1.5} aria-hidden />,
      onSelect: () => download.mutate(file),
    },
    {
      label: m.remove,
      icon: <IconTrash size={16} stroke={1.5} aria-hidden />,
      danger: true,
      disabledReason: removeBackup.findDisabledReason(file),
      onSelect: () => void removeBackup.run(file),
    },
  ]
}

/** Resolves when the dialog is closed. */
function restoreBackup(file: BackupFile): Promise<void> {
  return askDialog<void>((answer) => <RestoreDialog file={file} onClose={() => answer()} />)
}
