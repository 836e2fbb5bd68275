import { durableStorage, type Storage } from '@brokerdeck/contract/system/durable-storage.ts'
import { useQuery } from '@tanstack/react-query'
import { action, send } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { durable as m } from '#features/system/messages/operations.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { languageTag } from '#i18n/locale.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './durable-storage-page.module.css'
import { formatSiteName, type KnownSite, mostSites } from './known-sites.ts'
import { SitesDialog } from './sites-dialog.tsx'

/** The polling interval in seconds, since replicas are copied while the panel is open. */
const pollSeconds = 5

const isMoving = (status: string) => !['up', 'down', 'lost'].includes(status)

function ReplicaStatus({ status, count }: { readonly status: string; readonly count?: number }) {
  const words = new Map([
    ['up', m.up],
    ['down', m.down],
    ['lost', m.lost],
  ])
  const kind = status === 'up' ? 'ok' : isMoving(status) ? 'connecting' : 'bad'
  return (
    <Status kind={kind}>
      {count !== undefined && `${formatNumber(count)} `}
      {words.get(status) ?? <Verbatim text={status} />}
    </Status>
  )
}

interface Replica {
  readonly storage: string
  readonly of: KnownSite
  readonly shards: number
  /** The sites that have replicas or will have replicas. */
  readonly wanted: readonly string[]
}

const params = ({ storage, of }: Replica) => ({ params: { ds: storage, site: of.id } })

const join = action<Replica>(send(durableStorage.join, params), {
  ask: ({ storage, of, shards }) => ({
    title: m.joinTitle(visibleText(storage, 80), formatSiteName(of)),
    body: m.joinBody(shards),
    action: m.joinAction,
    interrupts: 'nothing',
  }),
  successMessage: () => m.accepted,
})

const leave = action<Replica>(send(durableStorage.leave, params), {
  findDisabledReason: ({ wanted }) => (wanted.length < 2 ? m.lastSite : undefined),
  ask: ({ storage, of, wanted }) => ({
    title: m.leaveTitle(visibleText(storage, 80), formatSiteName(of)),
    body: m.leaveBody(wanted.length - 1),
    action: m.leaveAction,
    // The replicas of other sites keep serving, so nothing is interrupted.
    interrupts: 'nothing',
    danger: true,
    typedName: of.id,
  }),
  successMessage: () => m.accepted,
})

interface StoragePanelProps {
  readonly name: string
  readonly sites: readonly KnownSite[]
}

/** Shows one storage: the sites that have its replicas, and the state of its shards. */
export function StoragePanel({ name, sites }: StoragePanelProps) {
  const storage = useQuery(read(durableStorage.storage, { params: { ds: name } }, { pollSeconds }))
  const replicas = useQuery(read(durableStorage.replicas, { params: { ds: name } }, { pollSeconds }))
  const { data, error } = storage
  if (data === undefined && error !== null) {
    return (
      <Panel title={<Verbatim text={name} />}>
        <ErrorState {...describeError(error)} onRetry={() => void storage.refetch()} />
      </Panel>
    )
  }
  const shards = (data?.shards ?? []).toSorted((a, b) => a.id.localeCompare(b.id, languageTag))
  const wanted = replicas.data ?? []
  const moving = shards.filter((shard) => shard.replicas.some(({ status }) => isMoving(status))).length
  const toReplica = (of: KnownSite): Replica => ({ storage: name, of, shards: shards.length, wanted })
  return (
    <Panel
      title={<Verbatim text={name} />}
      {...(data === undefined
        ? {}
        : { caption: moving > 0 ? m.changing(shards.length, moving) : m.shards(shards.length) })}
      actions={
        replicas.data !== undefined && (
          <Button
            size="small"
            disabledReason={whyNoWrite()}
            onClick={() =>
              void askDialog<void>((close) => (
                <SitesDialog name={name} sites={sites} wanted={wanted} onClose={close} />
              ))
            }
          >
            {m.choose}
          </Button>
        )
      }
    >
      <DataTable
        label={m.ofStorage(visibleText(name, 80))}
        columns={siteColumns(data?.shards, wanted)}
        rowKey={({ id }) => id}
        rowLabel={formatSiteName}
        query={{ ...tableQuery(replicas, () => sites), rows: sites }}
        rowActions={(of) => {
          if (data === undefined || replicas.data === undefined) return []
          const replica = toReplica(of)
          const act = wanted.includes(of.id) ? leave : join
          return [
            {
              label: act === leave ? m.leave : m.join,
              danger: act === leave,
              disabledReason: act.findDisabledReason(replica),
              onSelect: () => void act.run(replica),
            },
          ]
        }}
        exportName="replicas"
      />
      <Fold title={m.allShards} summary={m.shards(shards.length)} className={classes['fold']}>
        <section aria-label={m.shardsOf(visibleText(name, 80))}>
          <DataTable
            label={m.shardsOf(visibleText(name, 80))}
            columns={shardColumns(shards, sites)}
            rowKey={({ id }) => id}
            query={tableQuery(storage, () => shards)}
            exportName="shards"
          />
        </section>
      </Fold>
    </Panel>
  )
}

type Shard = Storage['shards'][number]

/** `shards` is undefined until the shards are read. */
function siteColumns(
  shards: readonly Shard[] | undefined,
  wanted: readonly string[],
): readonly Column<KnownSite>[] {
  const countByStatus = (id: string) => {
    const counts = new Map<string, number>()
    const own = (shards ?? []).flatMap((shard) => shard.replicas.filter(({ site }) => site === id))
    for (const { status } of own) counts.set(status, (counts.get(status) ?? 0) + 1)
    return [...counts]
  }
  return [
    ...basicSiteColumns,
    {
      id: 'replicas',
      header: m.replicas,
      value: ({ id }) =>
        countByStatus(id)
          .map(([status, count]) => `${count} ${status}`)
          .join(', '),
      cell: ({ id }) => {
        if (shards === undefined) return m.unread
        const counts = countByStatus(id)
        if (counts.length === 0)
          return wanted.includes(id) ? <Status kind="connecting">{m.pending}</Status> : m.noReplicas
        return (
          <span className={classes['several']}>
            {counts.map(([status, count]) => (
              <ReplicaStatus key={status} status={status} count={count} />
            ))}
          </span>
        )
      },
      width: 220,
      phone: 'line',
    },
  ]
}

export const basicSiteColumns: readonly Column<KnownSite, never>[] = [
  verbatimColumn('node', m.node, ({ site }) => site?.node ?? '', { always: true, width: 260, phone: 'name' }),
  {
    id: 'up',
    header: m.status,
    value: ({ site }) => site?.up,
    cell: ({ site }) =>
      site === undefined ? (
        <Status kind="unknown">{m.unread}</Status>
      ) : (
        <ReplicaStatus status={site.up ? 'up' : 'down'} />
      ),
    width: 140,
    phone: 'status',
  },
  verbatimColumn('site', m.site, ({ id }) => id, { width: 200, phone: 'pair' }),
]

/** On a phone, the header shares one line with a status; the table of sites tells which node a site belongs to. */
const formatHeader = (id: string, node = id) => visibleText(node.length > 32 ? id : node, 32)

/** Returns the columns of the shards: the shard ID, and one column for each site that has replicas of any shard. */
function shardColumns(shards: readonly Shard[], sites: readonly KnownSite[]): readonly Column<Shard>[] {
  const ids = new Set(shards.flatMap(({ replicas }) => replicas.map(({ site }) => site)))
  const held = [...ids].toSorted().slice(0, mostSites)
  return [
    verbatimColumn('id', m.shard, ({ id }) => id, { always: true, width: 110, phone: 'name' }),
    ...held.map((id): Column<Shard> => {
      const findStatus = ({ replicas }: Shard) => replicas.find(({ site }) => site === id)?.status
      return {
        id,
        header: formatHeader(id, sites.find((one) => one.id === id)?.site?.node),
        value: findStatus,
        cell(shard) {
          const status = findStatus(shard)
          return status === undefined ? m.noReplicas : <ReplicaStatus status={status} />
        },
        width: 220,
        phone: 'line',
      }
    }),
  ]
}
