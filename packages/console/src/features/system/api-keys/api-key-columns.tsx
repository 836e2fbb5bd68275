import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import type { SortOf } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { roleName } from './key-role.ts'

export function expiryText({ expired_at }: ApiKey): string {
  return expired_at === 'infinity' ? m.never : formatDateTime(expired_at)
}

function statusWord({ enable, expired }: ApiKey): string {
  if (expired) return m.expired
  return enable ? m.enabled : m.disabled
}

/** Shows whether the broker accepts the key. An expired key is refused, whether it is enabled or not. */
export function KeyStatus({ apiKey }: { readonly apiKey: ApiKey }) {
  const kind = apiKey.expired ? 'bad' : apiKey.enable ? 'ok' : 'off'
  return <Status kind={kind}>{statusWord(apiKey)}</Status>
}

type KeyColumn = Column<ApiKey, SortOf<'apiKeys'>>

const role: KeyColumn = {
  id: 'role',
  header: m.role,
  value: (key) => roleName(key.role),
  fields: [{ id: 'role', value: (key) => key.role }],
  cell: (key) => <Verbatim text={roleName(key.role)} />,
  sortable: true,
  width: 140,
  phone: 'pair',
}

/** `hasRoles` is true for an Enterprise broker. */
export function apiKeyColumns(hasRoles: boolean): readonly KeyColumn[] {
  return [
    verbatimColumn('name', m.name, ({ name }) => name, {
      always: true,
      sortable: true,
      width: 200,
      phone: 'name',
    }),
    verbatimColumn('api_key', m.key, ({ api_key }) => api_key, { width: 180, phone: 'pair' }),
    {
      id: 'expired_at',
      header: m.expiresAt,
      value: ({ expired_at }) => expired_at,
      cell: expiryText,
      sortable: true,
      width: 190,
      phone: 'pair',
    },
    ...(hasRoles ? [role] : []),
    {
      id: 'desc',
      header: m.note,
      value: ({ desc }) => desc,
      cell: ({ desc }) => <Verbatim text={desc} />,
      width: 280,
    },
    {
      id: 'enable',
      header: m.status,
      value: statusWord,
      fields: [
        { id: 'enable', value: ({ enable }) => enable },
        { id: 'expired', value: ({ expired }) => expired },
      ],
      cell: (key) => <KeyStatus apiKey={key} />,
      sortable: true,
      width: 130,
      phone: 'status',
    },
  ]
}
