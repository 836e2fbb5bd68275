import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { lazy, useMemo } from 'react'
import { action, tellCount } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { users as m } from '#domain/access/authentication/messages.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { allPages, tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { UserBase } from './user-base.ts'

const userFilters = (label: string): readonly Filter<'like_user_id' | 'is_superuser'>[] => [
  { kind: 'text', label, contains: 'like_user_id', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.superuser,
    key: 'is_superuser',
    isMain: true,
    options: [
      { value: 'true', label: m.yes },
      { value: 'false', label: m.no },
    ],
  },
]

/** `label` is the header of the column that identifies users in this database. */
const userColumns = (label: string): readonly Column<AuthnUser, never>[] => [
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

const rowKey = ({ user_id }: AuthnUser) => user_id

function toUserQuery({ like_user_id, is_superuser }: FilterValues) {
  return {
    ...(like_user_id === undefined ? {} : { like_user_id }),
    ...(is_superuser === undefined ? {} : { is_superuser: is_superuser === 'true' }),
  }
}

/** Lists the users of a built-in database. */
export function UsersPanel({ base }: { readonly base: UserBase }) {
  const { authenticator, canFilter, page: where } = base
  const label = authenticator['user_id_type'] === 'clientid' ? m.clientId : m.username
  const [columns, filters] = useMemo(
    () => [userColumns(label), canFilter ? userFilters(label) : []],
    [label, canFilter],
  )
  const { place, filters: values, setPlace, setFilters } = useListSearch(where, filters)
  const question = toUserQuery(values)
  const { page, limit } = place
  const result = base.useUsers({ page, limit, ...question })
  const selection = useSelection<AuthnUser>()
  const { add, importFile, remove, rowActions } = useUserActions(base, label)
  const removeSelected = async (users: readonly AuthnUser[]) =>
    selection.forget((await remove(users)).map(rowKey))
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    setFilters(to)
  }
  const isFiltered = Object.keys(question).length > 0
  return (
    <DataTable
      page={where}
      label={m.label}
      columns={columns}
      rowKey={rowKey}
      query={tableQuery(result, ({ data }) => data)}
      paging={pagePaging(place, result.data?.meta, setPlace)}
      selection={whyNoWrite() === undefined ? selection : undefined}
      bulkActions={(users) => <DangerButton label={m.remove} onClick={() => void removeSelected(users)} />}
      rowActions={rowActions}
      filters={canFilter && <FilterBar filters={filters} values={values} onChange={changeFilters} />}
      actions={
        <>
          {authenticator.mechanism === 'password_based' && (
            <Button size="small" disabledReason={whyNoWrite()} onClick={importFile}>
              {m.import}
            </Button>
          )}
          <Button size="small" variant="primary" disabledReason={whyNoWrite()} onClick={add}>
            {m.add}
          </Button>
        </>
      }
      exportName="mqtt-users"
      exportAll={(signal) => allPages((at) => base.ask({ ...at, ...question }, signal))}
      empty={
        isFiltered ? (
          <EmptyState title={m.noneTitle}>{m.noneText}</EmptyState>
        ) : (
          <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
        )
      }
    />
  )
}

const formatUserId = ({ user_id }: AuthnUser) => visibleText(user_id, 80)

const AddUserDialog = lazy(async () => ({ default: (await import('./add-user-dialog.tsx')).AddUserDialog }))
const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-authenticator-user-dialog.tsx')).EditAuthenticatorUserDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#domain/access/authentication/import/import-users-dialog.tsx')).ImportUsersDialog,
}))

/** Returns the actions for the users of one authenticator. */
export function useUserActions(base: UserBase, label: string) {
  const { run: remove, findDisabledReason } = action(base.remove, {
    takesAway: true,
    findDisabledReason: ({ user_id }) => (canAddress(user_id) ? undefined : m.unaddressable),
    formatName: formatUserId,
    ask: (users, only) => ({
      title: only === undefined ? tellCount(users, m.removeMany) : m.removeTitle,
      body: only ? joinSentences(m.removeOne(formatUserId(only)), m.removeBody) : m.removeManyBody,
      action: m.remove,
      // Connected clients stay connected.
      interrupts: 'nothing',
    }),
    successMessage: (count, shown, only) =>
      only ? m.removed(formatUserId(only)) : m.removedMany(count, shown),
  })
  return {
    remove,
    add: () => void askDialog<void>((close) => <AddUserDialog base={base} label={label} onClose={close} />),
    importFile: () => void askDialog<void>((close) => <ImportDialog base={base} onClose={close} />),
    rowActions: (user: AuthnUser): readonly MenuAction[] => {
      const lockedReason = findDisabledReason(user)
      return [
        {
          label: m.edit,
          disabledReason: lockedReason,
          onSelect: () =>
            void askDialog<void>((close) => <EditUserDialog base={base} user={user} onClose={close} />),
        },
        {
          label: `${m.remove}…`,
          danger: true,
          disabledReason: lockedReason,
          onSelect: () => void remove([user]),
        },
      ]
    },
  }
}
