import { durableStorage } from '@brokerdeck/contract/system/durable-storage.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { durable as m } from '#features/system/messages/operations.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './durable-storage-page.module.css'
import { useSites } from './known-sites.ts'
import { QueuesPanel, SwitchedOff, sessionsOn } from './queues-panel.tsx'
import { basicSiteColumns, StoragePanel } from './storage-panel.tsx'

const tabs = ['storages', 'sites', 'queues'] as const
const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabs), 'storages'), 'storages') })

/** Shows the storages of durable data in the cluster. */
export function DurableStoragePage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <DurableTabs />
    </EnterpriseOnly>
  )
}

function DurableTabs() {
  const [{ tab }, setSearch] = useUrlSearch('durableStorage', searchSchema)
  const { sites } = useSites()
  const { data: storages = [] } = useQuery(read(durableStorage.storages, {}, { pollSeconds: 10 }))
  const up = sites.filter(({ site }) => site?.up === true).length
  const areRead = sites.length > 0 && sites.every(({ site }) => site !== undefined)
  return (
    <Page
      title={m.title}
      {...(storages.length === 0 || !areRead
        ? {}
        : { summary: m.summary(m.storageCount(storages.length), up, sites.length) })}
    >
      <Tabs
        label={m.tabs}
        tabs={tabs.map((id) => ({ id, label: m[id] }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
      >
        {tab === 'storages' && <Storages />}
        {tab === 'sites' && <Sites />}
        {tab === 'queues' && <QueuesPanel />}
      </Tabs>
    </Page>
  )
}

/** The maximum number of storages shown. A real cluster has a handful; each storage takes two requests. */
const mostStorages = 50

function Storages() {
  const { sites } = useSites()
  const query = useQuery(read(durableStorage.storages, {}, { pollSeconds: 10 }))
  const { data, error } = query
  if (data === undefined) {
    return error === null ? null : (
      <Panel label={m.storages}>
        <ErrorState {...describeError(error)} onRetry={() => void query.refetch()} />
      </Panel>
    )
  }
  if (data.length === 0) return <SwitchedOff title={m.offTitle} text={m.offText} lines={sessionsOn} />
  return (
    <div className={classes['stack']}>
      {data.slice(0, mostStorages).map((name) => (
        <StoragePanel key={name} name={name} sites={sites} />
      ))}
      {data.length > mostStorages && <p>{m.moreStorages(data.length - mostStorages)}</p>}
    </div>
  )
}

const siteColumns = [
  ...basicSiteColumns,
  {
    id: 'shards',
    header: m.replicas,
    value: ({ site }) => site?.shards.length,
    cell: ({ site }) => (site === undefined ? m.unread : <ShardsOfSite shards={site.shards} />),
    phone: 'line',
  },
] satisfies typeof basicSiteColumns

function Sites() {
  const { query, sites } = useSites()
  return (
    <DataTable
      page="durableStorage"
      label={m.sites}
      columns={siteColumns}
      rowKey={({ id }) => id}
      query={tableQuery(query, () => sites)}
      exportName="sites"
    />
  )
}

/** Shows the number of shards of a site and how many of them are up, by storage. */
function ShardsOfSite({ shards }: { readonly shards: readonly { storage: string; status: string }[] }) {
  const storages = [...new Set(shards.map(({ storage }) => storage))]
  if (storages.length === 0) return m.noReplicas
  return (
    <span className={classes['several']}>
      {storages.map((storage) => {
        const own = shards.filter((one) => one.storage === storage)
        const up = own.filter(({ status }) => status === 'up').length
        return (
          <span key={storage}>
            <Verbatim text={storage} mono /> {m.siteSummary(formatNumber(up), formatNumber(own.length))}
          </span>
        )
      })}
    </span>
  )
}
