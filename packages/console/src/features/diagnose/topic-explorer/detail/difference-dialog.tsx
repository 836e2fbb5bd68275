import { useMemo } from 'react'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { MessageDifference } from '#kit/message-difference/message-difference.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { HistoryEntry } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { clockWithMillis } from './clock-with-millis.ts'
import { m } from './messages.ts'
import { useCapturedPayload } from './use-captured-payload.ts'

interface DifferenceDialogProps {
  readonly store: ExplorerStore
  readonly topic: string
  /** The older one first. */
  readonly pair: readonly [HistoryEntry, HistoryEntry]
  readonly onClose: () => void
}

export function DifferenceDialog({ store, topic, pair, onClose }: DifferenceDialogProps) {
  const [older, newer] = pair
  const before = useCapturedPayload(store, topic, older.seq)
  const after = useCapturedPayload(store, topic, newer.seq)
  const sides = useMemo(
    () =>
      before?.message === undefined || after?.message === undefined
        ? undefined
        : { before: sideOf(before.message), after: sideOf(after.message) },
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

function sideOf({
  payload,
  contentType,
}: {
  readonly payload: Uint8Array
  readonly contentType: string | undefined
}) {
  return { bytes: payload, ...(contentType === undefined ? {} : { contentType }) }
}
