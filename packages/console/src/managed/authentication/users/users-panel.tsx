import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import { useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { allPages } from '#domain/broker-list/all-pages.ts'
import { DangerButton } from '#domain/broker-list/danger-button.tsx'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { users as m } from '../messages.ts'
import { useUserActions } from './use-user-actions.tsx'
import type { UserBase, UserQuery } from './user-base.ts'

const userFilters = (label: string): readonly Filter<keyof UserQuery>[] => [
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

/** `label`: what tells users apart in this database. */
const userColumns = (label: string): readonly Column<AuthnUser>[] => [
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

function questionOf({ like_user_id, is_superuser }: FilterValues) {
  return {
    ...(like_user_id === undefined ? {} : { like_user_id }),
    ...(is_superuser === undefined ? {} : { is_superuser: is_superuser === 'true' }),
  }
}

/** The users that a built-in database keeps. */
export function UsersPanel({ base }: { readonly base: UserBase }) {
  const { authenticator, canFilter } = base
  const label = authenticator['user_id_type'] === 'clientid' ? m.clientId : m.username
  const [columns, filters] = useMemo(
    () => [userColumns(label), canFilter ? userFilters(label) : []],
    [label, canFilter],
  )
  const { place, filters: values, setPlace, setFilters } = useListSearch(filters)
  const question = questionOf(values)
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
      label={m.label}
      columns={columns}
      rowKey={rowKey}
      query={tableQuery(result, ({ data }) => data)}
      paging={pagePaging(place, result.data?.meta, setPlace)}
      selection={selection}
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
