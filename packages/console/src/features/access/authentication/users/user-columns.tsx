import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { m } from './messages.ts'

/** `label`: what tells users apart in this database. */
export const userColumns = (label: string): readonly Column<AuthnUser>[] => [
  verbatimColumn('user_id', label, ({ user_id }) => user_id, { always: true, width: 420, phone: 'name' }),
  {
    id: 'is_superuser',
    header: m.superuser,
    definition: m.superuserDefinition,
    value: ({ is_superuser }) => is_superuser,
    cell: ({ is_superuser }) => (is_superuser ? m.yes : m.no),
    width: 160,
    phone: 'pair',
  },
]
