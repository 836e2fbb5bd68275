import { formatBytes } from '#i18n/format-number.ts'
import type { PathAction } from '#ui/data-tree/path-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PayloadViewer } from '#ui/payload-viewer.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { detail as m } from '../../messages/topic-explorer.ts'
import type { HistoryEntry } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { clockWithMillis } from './clock-with-millis.ts'
import classes from './topic-panel.module.css'
import { useCapturedPayload } from './use-captured-payload.ts'

interface CapturedMessageProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly entry: HistoryEntry
  readonly pathAction?: PathAction
}

/** One captured message: when, how, and its payload. */
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
          <PayloadViewer
            bytes={found.message.payload}
            contentType={found.message.contentType}
            pathAction={pathAction}
          />
        ))}
    </div>
  )
}
