import { useMemo, useState } from 'react'
import { detail as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { HistoryEntry, SelectedTopic } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { MessageDifference } from '#kit/message-difference/message-difference.tsx'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import { CapturedMessage, clockWithMillis, useCapturedPayload } from './captured-message.tsx'
import { type Followed, FollowSwitch } from './follow-switch.tsx'
import classes from './topic-panel.module.css'

const historyColumns: readonly Column<HistoryEntry>[] = [
  {
    id: 'time',
    header: m.time,
    cell: ({ time }) => clockWithMillis(time),
    value: ({ time }) => formatDateTime(time),
    always: true,
    width: 116,
    phone: 'name',
  },
  {
    id: 'qos',
    header: m.qosHead,
    cell: ({ qos }) => qos,
    value: ({ qos }) => qos,
    align: 'end',
    width: 56,
    phone: 'pair',
  },
  {
    id: 'size',
    header: m.size,
    cell: ({ size }) => <Amount value={size} format={formatBytes} />,
    value: ({ size }) => size,
    align: 'end',
    width: 84,
    phone: 'pair',
  },
  verbatimColumn('preview', m.payload, ({ preview }) => preview, { width: 240, phone: 'pair' }),
]

interface HistoryPanelProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly followed: Followed
}

const entryKey = ({ seq }: HistoryEntry) => String(seq)

/** Lists the captured messages of a topic, newest first; any two of them can be compared. */
export function TopicHistoryPanel({ store, topic, selected, followed }: HistoryPanelProps) {
  const [shown, setShown] = useState<HistoryEntry>()
  const [pair, setPair] = useState<readonly [HistoryEntry, HistoryEntry]>()
  const selection = useSelection<HistoryEntry>()
  const entries = followed.history?.entries ?? []
  const compare = (a: HistoryEntry | undefined, b: HistoryEntry | undefined) => {
    if (a === undefined || b === undefined) return
    setPair(a.seq < b.seq ? [a, b] : [b, a])
  }
  return (
    <div className={classes['stack']}>
      <div className={classes['title-row']}>
        <span className={classes['facts']}>
          {m.historyKept(formatNumber(selected?.kept ?? 0), formatNumber(selected?.received ?? 0))}
        </span>
        <FollowSwitch followed={followed} />
      </div>
      <DataTable
        label={m.historyLabel}
        columns={historyColumns}
        rowKey={entryKey}
        rowLabel={({ time }) => m.messageAt(clockWithMillis(time))}
        query={{ rows: entries, isPending: false, isFetching: false, refetch: () => undefined }}
        selection={selection}
        bulkActions={([first, second, ...more]) => (
          <Button
            size="small"
            disabledReason={second === undefined || more.length > 0 ? m.compareTwo : undefined}
            onClick={() => compare(first, second)}
          >
            {m.compare}
          </Button>
        )}
        rowActions={(entry) => {
          const before = entries[entries.indexOf(entry) + 1]
          return [
            { label: m.show, onSelect: () => setShown(entry) },
            ...(before === undefined
              ? []
              : [{ label: m.compareWithBefore, onSelect: () => compare(before, entry) }]),
          ]
        }}
        empty={<EmptyState title={m.historyEmpty}>{m.historyEmptyText}</EmptyState>}
      />
      {shown !== undefined && (
        <DialogShell
          title={m.messageAt(clockWithMillis(shown.time))}
          size={720}
          onClose={() => setShown(undefined)}
        >
          <CapturedMessage store={store} topic={topic} entry={shown} />
        </DialogShell>
      )}
      {pair !== undefined && (
        <DifferenceDialog store={store} topic={topic} pair={pair} onClose={() => setPair(undefined)} />
      )}
    </div>
  )
}

interface DifferenceDialogProps {
  readonly store: ExplorerStore
  readonly topic: string
  /** The two messages to compare, the older one first. */
  readonly pair: readonly [HistoryEntry, HistoryEntry]
  readonly onClose: () => void
}

function DifferenceDialog({ store, topic, pair, onClose }: DifferenceDialogProps) {
  const [older, newer] = pair
  const before = useCapturedPayload(store, topic, older.seq)
  const after = useCapturedPayload(store, topic, newer.seq)
  const sides = useMemo(
    () =>
      before?.message === undefined || after?.message === undefined
        ? undefined
        : { before: toSide(before.message), after: toSide(after.message) },
    [before, after],
  )
  const isLoaded = before !== undefined && after !== undefined
  const label = m.differenceOf(clockWithMillis(older.time), clockWithMillis(newer.time))
  return (
    <DialogShell title={label} size={960} onClose={onClose}>
      {!isLoaded && (
        <div role="status" aria-label={m.loadingPayload} aria-busy="true">
          <Skeleton height={120} />
        </div>
      )}
      {isLoaded && sides === undefined && <EmptyState title={m.gone}>{m.goneText}</EmptyState>}
      {sides !== undefined && <MessageDifference label={label} {...sides} />}
    </DialogShell>
  )
}

function toSide({
  payload,
  contentType,
}: {
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}) {
  return { bytes: payload, ...(contentType === undefined ? {} : { contentType }) }
}
