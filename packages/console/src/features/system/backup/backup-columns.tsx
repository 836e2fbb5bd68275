import type { BackupFile } from '@brokerdeck/contract/system/backups.ts'
import { formatBytes } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { m } from './messages.ts'

export const backupColumns: readonly Column<BackupFile>[] = [
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
