import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import { useMemo, useState } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { MessagePayload } from '#domain/broker-message/message-drawer.tsx'
import { MessageProperties } from '#domain/broker-message/message-properties.tsx'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { MessageList } from './client-search.tsx'
import { listSessionMessages, type SessionMessage, toMessagePosition } from './session-messages.ts'
import { useMessagePayload, useSessionMessages } from './use-session-messages.ts'

const emptyStates: Record<MessageList, { readonly title: string; readonly text: string }> = {
  queue: { title: m.queueNone, text: m.queueNoneText },
  inflight: { title: m.inflightNone, text: m.inflightNoneText },
}

interface MessagesDrawerProps {
  readonly client: Client
  readonly list: MessageList
  readonly onList: (list: MessageList) => void
  readonly onClose: () => void
}

/** Lists the messages that are queued for a client or in flight. */
export function MessagesDrawer({ client, list, onList, onClose }: MessagesDrawerProps) {
  const [chosen, setChosen] = useState<ChosenMessage>()
  return (
    <DrawerShell title={m.messagesTitle} isOpen onClose={onClose} size={1080}>
      {chosen ? (
        <MessageDetail
          clientid={client.clientid}
          list={list}
          chosen={chosen}
          onBack={() => setChosen(undefined)}
        />
      ) : (
        <>
          <div>
            <Segmented
              label={m.messageList}
              value={list}
              options={[
                { value: 'queue', label: m.inQueue },
                { value: 'inflight', label: m.inInflight },
              ]}
              onChange={onList}
            />
          </div>
          <MessageTable client={client} list={list} onShow={setChosen} />
        </>
      )}
    </DrawerShell>
  )
}

interface MessageTableProps {
  readonly client: Client
  readonly list: MessageList
  readonly onShow: (chosen: ChosenMessage) => void
}

function MessageTable({ client, list, onShow }: MessageTableProps) {
  const isDurable = client.durable === true
  const query = useSessionMessages(client.clientid, list, !isDurable)
  const rows = useMemo(() => query.data && listSessionMessages(query.data.pages), [query.data])
  const columns = useMemo(
    () => messageColumns((message) => onShow({ message, before: rows?.[rows.indexOf(message) - 1] })),
    [onShow, rows],
  )
  const reported = query.data?.pages.at(-1)?.reported
  const isIncomplete = reported !== undefined && rows !== undefined && rows.length < reported
  const problem = getProblem(query.error)
  const isUnavailable =
    problem?.kind === 'rejected' && (problem.status === 501 || problem.code === 'NOT_IMPLEMENTED')
  if (isDurable || isUnavailable) {
    return <EmptyState title={m.unavailable}>{m.unavailableText}</EmptyState>
  }
  const { title, text } = emptyStates[list]
  return (
    <>
      {isIncomplete && (
        <p role="status">
          <Status kind="warn">{m.fewerThanQueued(formatNumber(rows.length), formatNumber(reported))}</Status>{' '}
          {m.fewerThanQueuedWhy}
        </p>
      )}
      <DataTable
        label={list === 'queue' ? m.inQueue : m.inInflight}
        columns={columns}
        rowKey={toMessagePosition}
        rowLabel={({ msgid }) => msgid}
        query={{
          rows,
          isPending: query.isPending,
          isFetching: query.isFetching,
          problem: query.error ? describeError(query.error) : undefined,
          refetch: () => void query.refetch(),
        }}
        paging={{
          style: 'continuation',
          hasMore: query.hasNextPage,
          isLoadingMore: query.isFetchingNextPage,
          onMore: () => void query.fetchNextPage(),
        }}
        exportName={`${list}-messages`}
        empty={<EmptyState title={title}>{text}</EmptyState>}
      />
    </>
  )
}

/** A message and its predecessor, after whose position the broker finds the message. */
interface ChosenMessage {
  readonly message: SessionMessage
  readonly before: SessionMessage | undefined
}

interface MessageDetailProps {
  readonly clientid: string
  readonly list: MessageList
  readonly chosen: ChosenMessage
  readonly onBack: () => void
}

/** Shows one message with its payload. */
function MessageDetail({ clientid, list, chosen, onBack }: MessageDetailProps) {
  const { message, before } = chosen
  const query = useMessagePayload(clientid, list, message, before)
  return (
    <>
      <div>
        <Button
          size="small"
          icon={<IconChevronLeft size={16} stroke={1.5} />}
          data-autofocus
          onClick={onBack}
        >
          {m.allMessages}
        </Button>
      </div>
      <MessageProperties message={message} />
      <MessagePayload
        topic={message.topic}
        query={query}
        whyWithheld={(payload) => (payload === undefined ? m.messageLeft : undefined)}
      />
    </>
  )
}

function messageColumns(show: (message: SessionMessage) => void): readonly Column<SessionMessage>[] {
  return [
    {
      id: 'topic',
      header: m.topic,
      cell: ({ topic }) => <Verbatim text={topic} mono focusable />,
      value: ({ topic }) => topic,
      mono: true,
      width: 200,
      phone: 'name',
    },
    {
      id: 'qos',
      header: m.qosLabel,
      cell: ({ qos }) => qos,
      value: ({ qos }) => qos,
      align: 'end',
      width: 56,
      phone: 'pair',
    },
    {
      id: 'msgid',
      header: m.messageId,
      cell: (message) => (
        <>
          <Verbatim text={message.msgid} mono focusable /> <PriorityTag message={message} />
        </>
      ),
      value: ({ msgid }) => msgid,
      mono: true,
      width: 160,
    },
    {
      id: 'from_clientid',
      header: m.from,
      cell: ({ from_clientid: from }) => <Verbatim text={from} mono focusable />,
      value: ({ from_clientid: from }) => from,
      width: 130,
      phone: 'pair',
    },
    {
      id: 'publish_at',
      header: m.published,
      cell: ({ publish_at: at }) => <RelativeTime at={at} />,
      value: ({ publish_at: at }) => at,
      width: 104,
      phone: 'pair',
    },
    {
      id: 'payload',
      header: m.payload,
      cell: (message) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.showPayloadOf(visibleText(message.msgid, 80))}
          onClick={() => show(message)}
        >
          {m.showPayload}
        </Button>
      ),
      value: () => undefined,
      fields: [],
      align: 'end',
      width: 90,
      phone: 'status',
    },
  ]
}

/** Shows the priority; ordinary topics have priority 0 and get no tag. */
function PriorityTag({ message }: { readonly message: SessionMessage }) {
  if (!('mqueue_priority' in message) || message.mqueue_priority === 0) return null
  const { mqueue_priority: priority } = message
  return <Tag>{addLabel(m.priority, priority === 'infinity' ? '∞' : formatNumber(priority))}</Tag>
}
