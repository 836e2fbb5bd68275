import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { MessagePayload } from '#domain/broker-message/message-payload.tsx'
import { whyRetainedWithheld } from '#domain/broker-message/why-withheld.ts'
import type { DataPath } from '#lib/data-tree/data-path.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { SelectedTopic } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { isFigure } from '../model/numeric-paths.ts'
import { CapturedMessage } from './captured-message.tsx'
import { FollowSwitch } from './follow-switch.tsx'
import { m } from './messages.ts'
import classes from './topic-panel.module.css'
import type { Followed } from './use-followed.ts'

interface MessagePanelProps {
  readonly store: ExplorerStore
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly followed: Followed
  readonly onDraw: (path: DataPath) => void
}

/** The last message of a topic, as it was captured and as the broker retains it. */
export function MessagePanel({ store, topic, selected, followed, onDraw }: MessagePanelProps) {
  const last = followed.history?.entries[0]
  const hasRetained = selected?.sources.includes('retained') === true && canAddress(topic)
  if (last === undefined && !hasRetained) {
    return <EmptyState title={m.noMessage}>{m.noMessageText}</EmptyState>
  }
  const pathAction = { label: m.drawAsChart, isFor: isFigure, onSelect: onDraw }
  return (
    <div className={classes['stack']}>
      {last !== undefined && (
        <>
          <div className={classes['title-row']}>
            <h3>{m.lastCaptured}</h3>
            <FollowSwitch followed={followed} />
          </div>
          <CapturedMessage store={store} topic={topic} entry={last} pathAction={pathAction} />
        </>
      )}
      {hasRetained && <Retained topic={topic} />}
    </div>
  )
}

function Retained({ topic }: { readonly topic: string }) {
  const query = useQuery({ ...read(retainer.getMessage, { params: { topic } }), gcTime: 0 })
  return (
    <>
      <h3>{m.retainedMessage}</h3>
      <MessagePayload query={query} whyWithheld={whyRetainedWithheld} />
    </>
  )
}
