import {
  fileTransfer,
  placeOfFile,
  type TransferredFile,
} from '@brokerdeck/contract/settings/file-transfer.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { tellFailure } from '#acting/action.tsx'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyClosed } from '#api/query.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { fileTransfer as m } from '#features/settings/messages/broker.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import type { Paging } from '#kit/table/pager.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { FilterOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import {
  fileTransferImpact,
  fileTransferSections,
  harmsTransfers,
  parseFileStore,
  stopsTransfers,
  withBothStores,
  withOneStore,
} from './file-transfer-form.ts'

const tabs = ['files', 'settings'] as const
const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabs), 'files'), 'files') })

/** The download timeout in milliseconds: a file may be large and the connection slow. */
const downloadMs = 600_000
const pollSeconds = 10

const filters: readonly Filter<FilterOf<'fileTransfer'>>[] = [
  { kind: 'text', label: m.clientId, exact: 'clientid', isMain: true, mono: true },
  { kind: 'text', label: m.fileId, exact: 'fileid', isMain: true, mono: true },
]

const columns: readonly Column<TransferredFile, never>[] = [
  verbatimColumn('name', m.name, ({ name }) => name, { always: true, width: 280, phone: 'name' }),
  {
    id: 'clientid',
    header: m.clientId,
    value: ({ clientid }) => clientid,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    width: 200,
    phone: 'line',
  },
  verbatimColumn('fileid', m.fileId, ({ fileid }) => fileid, { width: 180, phone: 'pair' }),
  {
    id: 'size',
    header: m.size,
    value: ({ size }) => size,
    cell: ({ size }) => formatBytes(size),
    align: 'end',
    width: 110,
    phone: 'pair',
  },
  {
    id: 'timestamp',
    header: m.uploaded,
    value: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => <RelativeTime at={timestamp} />,
    width: 150,
    phone: 'pair',
  },
  verbatimColumn('node', m.node, ({ uri }) => placeOfFile(uri)?.node ?? '', { width: 180, phone: 'pair' }),
  verbatimColumn('checksum', m.checksum, ({ metadata }) => metadata?.checksum ?? '', {
    width: 220,
    isExtra: true,
  }),
  {
    id: 'expire_at',
    header: m.expires,
    definition: m.expiresMeaning,
    value: ({ metadata }) => metadata?.expire_at,
    cell: ({ metadata }) =>
      metadata?.expire_at === undefined ? <Verbatim text="" /> : formatDateTime(metadata.expire_at * 1000),
    width: 190,
    isExtra: true,
  },
  verbatimColumn('user_data', m.userData, ({ metadata }) => JSON.stringify(metadata?.user_data) ?? '', {
    width: 240,
    isExtra: true,
  }),
]

/** Shows the files that clients send over MQTT. */
export function FileTransferPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <FileTransferTabs />
    </EnterpriseOnly>
  )
}

function FileTransferTabs() {
  const [{ tab }, setSearch] = useUrlSearch('fileTransfer', searchSchema)
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabs.map((id) => ({ id, label: m[id] }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
      >
        {tab === 'files' ? (
          <FilesPanel onSettings={() => setSearch({ tab: 'settings' })} />
        ) : (
          <SettingsPanel />
        )}
      </Tabs>
    </Page>
  )
}

function SettingsPanel() {
  const isEmbedded = consoleConfig().mode === 'embedded'
  return (
    <EndpointForm
      sections={fileTransferSections}
      reads={fileTransfer.get}
      given={{}}
      pickDocument={withBothStores}
      writes={fileTransfer.put}
      toRequest={(document) => ({ body: parseBody(fileTransfer.put.body, withOneStore(document)) })}
      impact={(now, before) =>
        warnIf(harmsTransfers(now, before, isEmbedded), fileTransferImpact(now, before, isEmbedded))
      }
      beforeWrite={askBeforeSave((now, before) => ({
        interrupts: stopsTransfers(now, before) ? 'data' : 'nothing',
        text: fileTransferImpact(now, before, isEmbedded),
      }))}
      hasDefaults
    />
  )
}

/** Lists the files. No request is sent while the broker would refuse it. */
function FilesPanel({ onSettings }: { readonly onSettings: () => void }) {
  const settings = useQuery(read(fileTransfer.get, {}, { pollSeconds }))
  const store = settings.data === undefined ? undefined : parseFileStore(settings.data)
  if (store?.isOn === false) {
    return (
      <Panel label={m.files}>
        <EmptyState
          title={m.offTitle}
          action={
            <Button size="small" onClick={onSettings}>
              {m.openSettings}
            </Button>
          }
        >
          {m.offText}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      {store?.goesToS3 === true && (
        <p className="dim">{consoleConfig().mode === 'embedded' ? m.s3Embedded : m.s3Unavailable}</p>
      )}
      <FilesTable isKnownOn={store !== undefined || settings.isError} />
    </>
  )
}

function FilesTable({ isKnownOn }: { readonly isKnownOn: boolean }) {
  const { place, setPlace, filters: values, setFilters } = useListSearch('fileTransfer', filters)
  const { clientid, fileid } = values
  const { limit, cursor } = place
  const isFiltered = clientid !== undefined || fileid !== undefined
  const transfer = clientid === undefined || fileid === undefined ? undefined : { clientid, fileid }
  const all = useQuery({
    ...read(
      fileTransfer.files,
      { query: { limit, ...(cursor === undefined ? {} : { following: cursor }) } },
      { keepsPrevious: true, pollSeconds },
    ),
    enabled: isKnownOn && !isFiltered,
  })
  const some = useQuery({
    ...read(fileTransfer.filesOf, { params: transfer ?? { clientid: '', fileid: '' } }, { pollSeconds }),
    enabled: isKnownOn && transfer !== undefined,
    retry: false,
  })
  const paging: Paging = {
    style: 'cursor',
    cursor,
    next: all.data?.cursor,
    size: limit,
    onChange: ({ cursor: to, size }) => setPlace({ limit: size, cursor: to }),
  }
  const rowActions = useDownload()
  const shown = tableQuery(transfer === undefined ? all : some, ({ files }) => files)
  const isGone = isFiltered && (transfer === undefined || isNotFound(some.error))
  return (
    <DataTable
      page="fileTransfer"
      label={m.files}
      columns={columns}
      columnsKey="fileTransferTableColumns"
      rowKey={({ uri, clientid: client, fileid: id, name }) => JSON.stringify([uri, client, id, name])}
      rowLabel={({ name }) => name}
      filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
      query={isGone ? { ...shown, rows: [], isPending: false, problem: undefined } : shown}
      {...(isFiltered ? {} : { paging })}
      rowActions={rowActions}
      exportName="files"
      empty={<NoFiles isFiltered={isFiltered} hasBoth={transfer !== undefined} />}
    />
  )
}

function isNotFound(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.code === 'FILES_NOT_FOUND'
}

function NoFiles({ isFiltered, hasBoth }: { readonly isFiltered: boolean; readonly hasBoth: boolean }) {
  if (!isFiltered) return <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
  if (!hasBoth) return <EmptyState title={m.bothTitle}>{m.bothText}</EmptyState>
  return <EmptyState title={m.notFoundTitle}>{m.notFoundText}</EmptyState>
}

/** Downloads a file with the session in a header, so that no URL contains a token. */
function useDownload(): (file: TransferredFile) => readonly MenuAction[] {
  const download = useMutation({
    mutationFn: ({ query }: { name: string; query: { node: string; fileref: string } }) =>
      request(fileTransfer.download, { query }, { timeoutMs: downloadMs }),
    networkMode: 'always',
    onSuccess: (bytes, { name }) => {
      const safe = safeFileName(name)
      saveFile(safe, bytes, 'application/octet-stream')
      notify.success(m.downloaded(visibleText(safe, 80)))
    },
    onError: tellFailure,
  })
  return ({ name, uri }) => {
    const place = placeOfFile(uri)
    const address = place === undefined ? webAddress(uri) : undefined
    if (address !== undefined) {
      return [{ label: m.openS3, onSelect: () => window.open(address, '_blank', 'noopener,noreferrer') }]
    }
    return [
      {
        label: m.download,
        disabledReason:
          whyClosed('export') ?? whyClosed('payloads') ?? (place === undefined ? m.noAddress : undefined),
        onSelect: () => {
          if (place !== undefined) download.mutate({ name, query: place })
        },
      },
    ]
  }
}

/** Returns the URL if it is a web URL. S3 returns signed URLs; links with any other protocol are not offered. */
function webAddress(uri: string | undefined): string | undefined {
  if (uri === undefined || !URL.canParse(uri)) return undefined
  const { protocol, href } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/**
 * Returns a safe file name. The client chose the name, so characters that hide, change the text direction or act as
 * path separators are replaced.
 */
function safeFileName(name: string): string {
  const safe = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_')
    .replace(/^[.\s]+/, '_')
    .slice(0, 200)
  return safe === '' ? 'file' : safe
}
