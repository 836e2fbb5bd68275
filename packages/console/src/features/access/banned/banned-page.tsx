import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { lazy } from 'react'
import { action, send, tellCount } from '#acting/action.tsx'
import { banKindNames } from '#domain/client/ban-choices.ts'
import { banned as m } from '#features/access/messages/access.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { addLabel } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Column } from '#kit/table/column.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { ActOnMatching, DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { createPagedList } from '#resource/managed-list.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { declareResource } from '#resource/managed-resource.ts'
import { type FilterOf, linkTo, type SortOf } from '#routes/routes.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const CreateBanDialog = lazy(async () => ({
  default: (await import('./create-ban-dialog.tsx')).CreateBanDialog,
}))

const formatBanName = ({ as, who }: Ban) => `${banKindNames[as]} · ${visibleText(who, 80)}`

function createBan(): void {
  void askDialog<void>((close) => <CreateBanDialog onClose={close} />)
}

const unban = action(
  send(banned.remove, ({ as, who }: Ban) => ({ params: { as, who } })),
  {
    takesAway: true,
    findDisabledReason: ({ who }) => (canAddress(who) ? undefined : m.unaddressable),
    formatName: formatBanName,
    ask: (bans, only) => ({
      title: only === undefined ? tellCount(bans, m.unbanMany) : m.unbanTitle,
      body: only === undefined ? m.unbanBody : addLabel(formatBanName(only), m.unbanBody),
      action: m.unbanAction,
      interrupts: 'nothing',
    }),
    successMessage: m.unbanned,
  },
)

const clearBans = action(
  send(banned.clear, (_: number) => ({})),
  {
    ask: (count) => ({
      title: m.clearTitle,
      body: m.clearBody(count, formatNumber(count)),
      action: m.clear,
      interrupts: 'nothing',
      danger: true,
      typedName: m.clearWord,
    }),
    successMessage: () => m.cleared,
  },
)

const banColumns: readonly Column<Ban, SortOf<'banned'>>[] = [
  verbatimColumn('who', m.value, ({ who }) => who, {
    always: true,
    sortable: true,
    width: 240,
    phone: 'name',
  }),
  {
    id: 'as',
    header: m.kind,
    value: ({ as }) => as,
    cell: ({ as }) => banKindNames[as],
    sortable: true,
    width: 220,
    phone: 'line',
  },
  {
    id: 'reason',
    header: m.reason,
    value: ({ reason }) => reason,
    cell: ({ reason }) => <Verbatim text={reason} />,
    width: 280,
    phone: 'line',
  },
  verbatimColumn('by', m.by, ({ by }) => by, { sortable: true, width: 150 }),
  {
    id: 'at',
    header: m.at,
    value: ({ at }) => at,
    cell: ({ at }) => <RelativeTime at={at} />,
    sortable: true,
    width: 140,
  },
  {
    id: 'until',
    header: m.until,
    value: ({ until }) => until,
    cell: ({ until }) => (until === 'infinity' ? m.never : formatDateTime(until)),
    sortable: true,
    width: 190,
    phone: 'pair',
  },
]

/** All filters of `GET /banned`; the values of bans by expression cannot be filtered. */
const banFilters: readonly Filter<FilterOf<'banned'>>[] = [
  ...(['clientid', 'username', 'peerhost'] as const).map(
    (kind): Filter<FilterOf<'banned'>> => ({
      kind: 'text',
      label: banKindNames[kind],
      exact: kind,
      contains: `like_${kind}`,
      containsWord: m.matches,
      isMain: true,
      mono: kind !== 'username',
    }),
  ),
  { kind: 'text', label: banKindNames.peerhost_net, contains: 'like_peerhost_net', mono: true },
]

/** The broker accepts one filter at a time. */
const list = createPagedList(
  banned.list,
  (place, filter) => ({ query: { ...place, ...filter } }),
  (answer) => answer,
  { filters: banFilters, isOneFilter: true },
)

const banResource = declareResource({
  toId: ({ as, who }) => JSON.stringify([as, who]),
  formatName: ({ who }) => who,
  address: linkTo('banned'),
  list,
  columns: banColumns,
  columnsKey: 'bannedTableColumns',
  exportName: 'banned-clients',
  words: m,
  actions: [{ label: m.unban, danger: true, doesMany: unban, takesAway: true }],
})

/** Lists the clients that the broker does not let connect. */
export function BannedPage() {
  return (
    <ManagedListPage
      resource={banResource}
      create={{ label: m.create, to: createBan }}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      toolbar={({ count }, filter) =>
        Object.keys(filter).length > 0 ? (
          <ActOnMatching
            key={JSON.stringify(filter)}
            label={m.unbanMatching}
            collect={(signal) => list.all(filter, signal)}
            noneMatch={m.noneMatch}
            onRows={unban.run}
          />
        ) : (
          <DangerButton
            label={m.clearAll}
            disabledReason={count === 0 ? m.nothingToClear : undefined}
            onClick={() => void clearBans.run(count ?? 0)}
          />
        )
      }
    />
  )
}
