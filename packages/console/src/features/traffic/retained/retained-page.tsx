import { type RetainedMessage, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action, send } from '#acting/action.tsx'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { deleteRetained } from '#domain/broker-message/delete-retained.ts'
import { messageColumns } from '#domain/broker-message/message-columns.tsx'
import { MessageDrawer } from '#domain/broker-message/message-drawer.tsx'
import { askRetained, whyRetainedWithheld } from '#domain/broker-message/retained-message.ts'
import { MessageSender } from '#domain/client/message-sender.tsx'
import { publishAction } from '#domain/publish/open-publish.tsx'
import { retained as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { describeFilterFault } from '#kit/topic-words/topic-fault.ts'
import { ActOnMatching, DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { allPages, tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { Tag } from '#ui/marks.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'

function useRetainedActions(): (message: RetainedMessage) => readonly MenuAction[] {
  const go = useGo()
  return (message) => [
    {
      label: m.explore,
      onSelect: () => void go(linkTo('topicExplorer', { topic: message.topic })),
    },
    publishAction(message.topic),
    {
      label: m.delete,
      danger: true,
      disabledReason: deleteRetained.findDisabledReason(message),
      onSelect: () => void deleteRetained.run([message]),
    },
  ]
}

/** Requests the count again, since the list may be outdated or missing; without a count, the text has no number. */
async function effectInWords(): Promise<string> {
  try {
    const { meta } = await request(retainer.listMessages, { query: { page: 1, limit: 1 } })
    const { count } = meta
    return count === undefined ? m.clearBodyUnknown : m.clearBody(count, formatNumber(count))
  } catch (error) {
    if (getProblem(error) === undefined) throw error
    return m.clearBodyUnknown
  }
}

/** The timeout is long, because clearing takes a while on a broker with very many messages. */
const clearRetained = action<void>(
  send(retainer.clearMessages, () => ({}), { timeoutMs: 120_000 }),
  {
    ask: () => ({
      title: m.clearTitle,
      body: effectInWords(),
      action: m.clear,
      // Clients that subscribe afterwards receive no retained messages.
      interrupts: 'data',
      danger: true,
      typedName: m.clearWord,
    }),
    successMessage: () => m.cleared,
  },
)

const filters: readonly Filter<FilterOf<'retained'>>[] = [
  { kind: 'text', label: m.filter, exact: 'topic', isMain: true, mono: true },
]

const rowKey = ({ topic }: { readonly topic: string }) => topic

export function RetainedPage() {
  const [shown, setShown] = useState<RetainedMessage>()
  const [columns] = useState(() =>
    messageColumns<RetainedMessage>({
      onView: setShown,
      sender: (message) => <RetainedSender message={message} />,
    }),
  )
  const { place, filters: values, setFilters, setPlace } = useListSearch('retained', filters)
  const { page, limit } = place
  const topic = values['topic']
  const result = useQuery(
    read(retainer.listMessages, { query: { page, limit, ...values } }, { keepsPrevious: true }),
  )
  const settings = useQuery(read(retainer.getSettings, {}))
  const isOff = settings.data?.enable === false
  const count = result.data?.meta.count
  const selection = useSelection<RetainedMessage>()
  const rowActions = useRetainedActions()
  const deleteSelected = async (rows: readonly RetainedMessage[]) => {
    selection.forget((await deleteRetained.run(rows)).map(rowKey))
  }
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    setFilters(to)
  }
  return (
    <Page
      title={m.title}
      {...(count === undefined ? {} : { summary: m.summary(count, formatNumber(count)) })}
      actions={<PageLinks isOff={isOff} />}
    >
      <DataTable
        page="retained"
        label={m.label}
        columns={columns}
        columnsKey="retainedTableColumns"
        rowKey={rowKey}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        selection={whyNoWrite() === undefined ? selection : undefined}
        bulkActions={(rows) => <DangerButton label={m.delete} onClick={() => void deleteSelected(rows)} />}
        rowActions={rowActions}
        filters={<FilterBar filters={filters} values={values} onChange={changeFilters} />}
        actions={
          topic === undefined ? (
            <DangerButton
              label={m.clearAll}
              disabledReason={count === 0 ? m.nothingToClear : undefined}
              onClick={() => void clearRetained.run()}
            />
          ) : (
            <ActOnMatching
              key={topic}
              label={m.deleteMatching}
              collect={(signal) => allPages((at) => askRetained(topic, at, signal))}
              noneMatch={m.noneMatch}
              onRows={deleteRetained.run}
            />
          )
        }
        exportName="retained-messages"
        exportAll={(signal) => allPages((at) => askRetained(topic, at, signal))}
        empty={<RetainedEmpty isOff={isOff} filter={topic} />}
      />
      {shown !== undefined && <RetainedDrawer message={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

function PageLinks({ isOff }: { readonly isOff: boolean }) {
  const go = useGo()
  const open = () => void go(linkTo('mqtt', { tab: 'retainer' }))
  return (
    <>
      <Button size="small" onClick={() => void go(linkTo('topicExplorer'))}>
        {m.explorer}
      </Button>
      {isOff ? (
        <Button size="small" variant="primary" tooltip={m.enableHint} onClick={open}>
          {m.enable}
        </Button>
      ) : (
        <Button size="small" onClick={open}>
          {m.settings}
        </Button>
      )}
    </>
  )
}

interface RetainedEmptyProps {
  readonly isOff: boolean
  readonly filter: string | undefined
}

/** Shows the reason why the list is empty. */
function RetainedEmpty({ isOff, filter }: RetainedEmptyProps) {
  if (isOff) return <EmptyState title={m.offTitle}>{m.offText}</EmptyState>
  if (filter === undefined) return <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
  const fault = describeFilterFault(filter)
  return fault === undefined ? (
    <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
  ) : (
    <EmptyState title={m.notAFilter}>{fault}</EmptyState>
  )
}

/** A client may use the ID `emqx_sys`, but below `$SYS` only the broker publishes unless an operator allowed others. */
function isMadeByBroker({ from_clientid: from, topic }: RetainedMessage): boolean {
  return from === 'emqx_sys' && topic.startsWith('$SYS/')
}

/** Shows the publisher of a retained message. */
function RetainedSender({ message }: { readonly message: RetainedMessage }) {
  return isMadeByBroker(message) ? (
    <Tag>
      <Definition definition={m.byBrokerMeaning}>{m.byBroker}</Definition>
    </Tag>
  ) : (
    <MessageSender clientid={message.from_clientid} />
  )
}

interface RetainedDrawerProps {
  readonly message: RetainedMessage
  readonly onClose: () => void
}

/** Shows the current retained message of a topic, which may be newer than the one in the list. */
function RetainedDrawer({ message, onClose }: RetainedDrawerProps) {
  const { topic } = message
  const query = useQuery({ ...read(retainer.getMessage, { params: { topic } }), gcTime: 0 })
  return (
    <MessageDrawer
      message={query.data ?? message}
      query={query}
      whyWithheld={whyRetainedWithheld}
      onClose={onClose}
    />
  )
}
