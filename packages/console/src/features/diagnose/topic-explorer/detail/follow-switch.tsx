import { detail as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { TopicHistoryEvent } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ToggleInput } from '#ui/toggle-input.tsx'
import classes from './topic-panel.module.css'

/** Chooses whether the newest message replaces the one that is shown. */
export function FollowSwitch({ followed }: { readonly followed: Followed }) {
  const { isFollowing, newer, follow } = followed
  return (
    <span className={classes['follow']}>
      <ToggleInput isOn={isFollowing} note={m.follow} onChange={follow} />
      {newer > 0 && <span className="dim">{m.newer(newer, formatNumber(newer))}</span>}
    </span>
  )
}

export interface Followed {
  /** The newest history, or the one that was there when the user stopped following. */
  readonly history: TopicHistoryEvent | undefined
  readonly isFollowing: boolean
  /** The number of messages that have arrived since. */
  readonly newer: number
  readonly follow: (isFollowing: boolean) => void
}
