import { type DelayedMessage, delayed, delayedPayloadTooLarge } from '@brokerdeck/contract/traffic/delayed.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#acting/action.tsx'
import { read, whyNoWrite } from '#api/query.ts'
import { deleteMessages } from '#domain/broker-message/delete-messages.tsx'
import { messageColumns } from '#domain/broker-message/message-columns.tsx'
import { MessageDrawer } from '#domain/broker-message/message-drawer.tsx'
import { MessageSender } from '#domain/client/message-sender.tsx'
import { delayedPublish as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** Delayed messages leave the list without any user action, so it is polled. */
const pollSeconds = 10

const deleteDelayed = deleteMessages<DelayedMessage>(
  send(delayed.deleteMessage, ({ node, msgid }) => ({ params: { node, msgid } })),
  m.deleteBody,
)

const rowKey = ({ node, msgid }: DelayedMessage) => JSON.stringify([node, msgid])

export function DelayedPage() {
  const go = useGo()
  const [shown, setShown] = useState<DelayedMessage>()
  const [columns] = useState(() => listDelayedColumns(setShown))
  const { place, setPlace } = useListSearch('delayed', [])
  const { page, limit } = place
  const result = useQuery(
    read(delayed.listMessages, { query: { page, limit } }, { keepsPrevious: true, pollSeconds }),
  )
  const settings = useQuery(read(delayed.getSettings, {}))
  const selection = useSelection<DelayedMessage>()
  const count = result.data?.meta.count
  const remove = async (rows: readonly DelayedMessage[]) => {
    selection.forget((await deleteDelayed.run(rows)).map(rowKey))
  }
  return (
    <Page
      title={m.title}
      {...(count === undefined ? {} : { summary: m.summary(count, formatNumber(count)) })}
      actions={
        <Button size="small" onClick={() => void go(linkTo('delayedSettings'))}>
          {m.settings}
        </Button>
      }
    >
      <DataTable
        page="delayed"
        label={m.label}
        columns={columns}
        columnsKey="delayedTableColumns"
        rowKey={rowKey}
        rowLabel={({ topic }) => topic}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        selection={whyNoWrite() === undefined ? selection : undefined}
        bulkActions={(rows) => <DangerButton label={m.delete} onClick={() => void remove(rows)} />}
        rowActions={(message) => [
          {
            label: m.delete,
            danger: true,
            disabledReason: deleteDelayed.findDisabledReason(message),
            onSelect: () => void remove([message]),
          },
        ]}
        exportName="delayed-messages"
        empty={
          settings.data?.enable === false ? (
            <EmptyState title={m.offTitle}>{m.offText}</EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
      {shown !== undefined && <DelayedDrawer message={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

interface DelayedDrawerProps {
  readonly message: DelayedMessage
  readonly onClose: () => void
}

function DelayedDrawer({ message, onClose }: DelayedDrawerProps) {
  const { node, msgid } = message
  const query = useQuery({ ...read(delayed.getMessage, { params: { node, msgid } }), gcTime: 0 })
  return (
    <MessageDrawer
      message={message}
      more={[
        { label: m.delay, value: formatDuration(message.delayed_interval * 1000) },
        { label: m.goesOut, value: <RelativeTime at={message.expected_at} /> },
        { label: m.node, value: <Verbatim text={node} mono focusable /> },
      ]}
      query={query}
      whyWithheld={(payload) => (payload === delayedPayloadTooLarge ? m.tooLarge : undefined)}
      onClose={onClose}
    />
  )
}

function listDelayedColumns(
  onView: (message: DelayedMessage) => void,
): readonly Column<DelayedMessage, SortOf<'delayed'>>[] {
  return messageColumns<DelayedMessage, SortOf<'delayed'>>({
    onView,
    sender: ({ from_clientid: from }) => <MessageSender clientid={from} />,
    own: [
      {
        id: 'expected_at',
        header: m.goesOut,
        cell: ({ expected_at: at }) => <RelativeTime at={at} />,
        value: ({ expected_at: at }) => at,
        sortable: true,
        width: 120,
        phone: 'pair',
      },
      {
        id: 'delayed_interval',
        header: m.delay,
        definition: m.delayMeaning,
        cell: ({ delayed_interval: seconds }) => formatDuration(seconds * 1000),
        value: ({ delayed_interval: seconds }) => seconds,
        align: 'end',
        width: 110,
        phone: 'pair',
      },
      verbatimColumn('node', m.node, ({ node }) => node, { width: 180, isExtra: true }),
    ],
  })
}
