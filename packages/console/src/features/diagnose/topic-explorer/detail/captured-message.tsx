import { useEffect, useState } from 'react'
import { MessagePayloadViewer } from '#domain/broker-message/schema/message-payload-viewer.tsx'
import { detail as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { HistoryEntry } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { CapturedPayload, ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import type { PathAction } from '#ui/data-tree/data-tree.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import classes from './topic-panel.module.css'

interface CapturedMessageProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly entry: HistoryEntry
  readonly pathAction?: PathAction
}

/** Shows one captured message: its time, its properties, and its payload. */
export function CapturedMessage({ store, topic, entry, pathAction }: CapturedMessageProps) {
  const found = useCapturedPayload(store, topic, entry.seq)
  const facts = [
    clockWithMillis(entry.time),
    m.qos(entry.qos),
    ...(entry.retain ? [m.retainFlag] : []),
    ...(entry.isCut ? [m.cut(formatBytes(entry.size))] : []),
  ]
  return (
    <div className={classes['message']}>
      <p className={classes['facts']}>{facts.join(' · ')}</p>
      {found === undefined && (
        <div role="status" aria-label={m.loadingPayload} aria-busy="true">
          <Skeleton height={120} />
        </div>
      )}
      {found !== undefined &&
        (found.message === undefined ? (
          <EmptyState title={m.gone}>{m.goneText}</EmptyState>
        ) : (
          <MessagePayloadViewer
            topic={topic}
            bytes={found.message.payload}
            contentType={found.message.contentType}
            pathAction={pathAction}
          />
        ))}
    </div>
  )
}

/** Formats a time with milliseconds, since several messages may arrive in a second: `09:41:20.057`. */
export function clockWithMillis(time: number): string {
  return `${formatClock(time)}.${String(Math.trunc(time) % 1000).padStart(3, '0')}`
}

interface KeptPayload {
  readonly seq: number
  /** The message; undefined if it is no longer kept. */
  readonly message: CapturedPayload | undefined
}

/** Returns the whole payload of a captured message; while the next payload is loading, returns the previous one. */
export function useCapturedPayload(
  store: ExplorerStore,
  topic: string,
  seq: number | undefined,
): KeptPayload | undefined {
  const [found, setFound] = useState<KeptPayload>()
  useEffect(() => {
    if (seq === undefined) return
    let isWanted = true
    void store.requestPayload(topic, seq).then((message) => isWanted && setFound({ seq, message }))
    return () => {
      isWanted = false
    }
  }, [store, topic, seq])
  return seq === undefined ? undefined : found
}
