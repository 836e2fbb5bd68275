import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { type DurableQueue, durableQueues } from '@brokerdeck/contract/system/durable-queues.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { action, send } from '#acting/action.tsx'
import { isGone } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { durable as m } from '#features/system/messages/operations.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { parseBody, parseDisplayed } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** Shows a time given in milliseconds, or the text as written if it is no date. */
function Moment({ at }: { readonly at: number | string | undefined }) {
  if (at === 0) return m.fromBeginning
  return typeof at === 'string' && Number.isNaN(Date.parse(at)) ? (
    <Verbatim text={at} />
  ) : (
    <RelativeTime at={at} />
  )
}

const columns: readonly Column<DurableQueue, never>[] = [
  verbatimColumn('group', m.group, ({ group }) => group, { always: true, width: 200, phone: 'name' }),
  verbatimColumn('topic', m.topic, ({ topic }) => topic, { width: 320, phone: 'line' }),
  {
    id: 'start_time',
    header: m.startTime,
    value: ({ start_time }) => start_time,
    cell: ({ start_time }) => <Moment at={start_time} />,
    width: 180,
    phone: 'pair',
  },
  {
    id: 'created_at',
    header: m.created,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Moment at={created_at} />,
    width: 160,
    phone: 'pair',
  },
]

const removeQueue = action<DurableQueue>(
  send(durableQueues.remove, ({ id }) => ({ params: { id } })),
  {
    findDisabledReason: ({ id }) => (canAddress(id) ? undefined : m.notAddressable),
    takesAway: true,
    ask: ({ id }) => ({
      title: m.deleteTitle(visibleText(id, 80)),
      body: m.deleteBody,
      action: m.deleteAction,
      interrupts: 'data',
      danger: true,
    }),
    successMessage: () => m.queueDeleted,
  },
)

/** The line for `emqx.conf`: the API cannot enable durable sessions, and queues need durable sessions as well. */
export const sessionsOn = 'durable_sessions.enable = true'

/** Shows how to enable a feature that the API cannot enable. */
export function SwitchedOff(words: {
  readonly title: string
  readonly text: string
  readonly lines: string
}) {
  const isEmbedded = consoleConfig().mode === 'embedded'
  return (
    <Panel label={words.title}>
      <EmptyState title={words.title}>
        <p>{joinSentences(words.text, isEmbedded && m.offEmbedded)}</p>
        {!isEmbedded && <CommandText label={m.configuration} text={words.lines} />}
      </EmptyState>
    </Panel>
  )
}

/** Lists the queues of shared subscriptions, whose messages the groups have yet to read. */
export function QueuesPanel() {
  const { place, setPlace } = useListSearch('durableStorage', [])
  const { limit, cursor } = place
  const query = useQuery(
    read(
      durableQueues.list,
      { query: { limit, ...(cursor === undefined ? {} : { cursor }) } },
      { keepsPrevious: true, pollSeconds: 10 },
    ),
  )
  if (query.data === undefined && isGone(query.error)) {
    return (
      <SwitchedOff
        title={m.queuesOffTitle}
        text={m.queuesOffText}
        lines={`${sessionsOn}\ndurable_queues.enable = true`}
      />
    )
  }
  return (
    <DataTable
      page="durableStorage"
      label={m.queues}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ id }) => visibleText(id, 80)}
      query={tableQuery(query, ({ data }) => data)}
      paging={{
        style: 'cursor',
        cursor,
        next: query.data?.meta.cursor,
        size: limit,
        onChange: ({ cursor: next, size }) => setPlace({ limit: size, cursor: next }),
      }}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => void askDialog<void>((close) => <QueueDialog onClose={close} />)}
        >
          {m.createQueue}
        </Button>
      }
      rowActions={(queue) => [
        {
          label: m.deleteQueue,
          danger: true,
          disabledReason: removeQueue.findDisabledReason(queue),
          onSelect: () => void removeQueue.run(queue),
        },
      ]}
      exportName="queues"
      empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
    />
  )
}

const sections: readonly Section[] = [
  {
    id: 'queue',
    title: m.createQueueTitle,
    fields: [
      {
        kind: 'text',
        path: 'group',
        label: m.group,
        help: m.groupHelp,
        isRequired: true,
        requiredMessage: m.groupRequired,
        isCode: true,
        pattern: { regex: /^[^/+#]+$/, message: m.groupWrong },
      },
      { kind: 'topic', path: 'topic', label: m.topic, isFilter: true, isRequired: true },
      {
        kind: 'select',
        path: 'from',
        label: m.from,
        options: [
          { value: 'now', label: m.fromNow },
          { value: 'beginning', label: m.fromBeginning },
          { value: 'moment', label: m.fromMoment },
        ],
      },
      { kind: 'moment', path: 'moment', label: m.moment, when: [{ path: 'from', is: ['moment'] }] },
    ],
  },
]

const shownSchema = v.looseObject({
  group: v.string(),
  topic: v.string(),
  from: v.string(),
  moment: v.optional(v.string()),
})

function toQueueRequest(document: ApiDocument) {
  const { group, topic, from, moment } = parseDisplayed(shownSchema, document)
  const since = from === 'beginning' ? { start_time: 0 } : from === 'moment' ? { start_time: moment } : {}
  return { body: parseBody(durableQueues.create.body, { group, topic, ...since }) }
}

function QueueDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title={m.createQueueTitle}
      submitLabel={m.create}
      onClose={onClose}
      plan={{
        ...writePlan(durableQueues.create, { toRequest: toQueueRequest }),
        sections,
        document: { group: '', topic: '', from: 'now' },
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.queueCreated),
      }}
    />
  )
}
