import { useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { HistoryEntry, SelectedTopic } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { CapturedMessage } from './captured-message.tsx'
import { clockWithMillis } from './clock-with-millis.ts'
import { DifferenceDialog } from './difference-dialog.tsx'
import { FollowSwitch } from './follow-switch.tsx'
import { historyColumns } from './history-columns.tsx'
import { m } from './messages.ts'
import classes from './topic-panel.module.css'
import type { Followed } from './use-followed.ts'

interface HistoryPanelProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly followed: Followed
}

const entryKey = ({ seq }: HistoryEntry) => String(seq)

/** The captured messages of a topic, newest first; any two of them can be compared. */
export function HistoryPanel({ store, topic, selected, followed }: HistoryPanelProps) {
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
        fit="part"
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
