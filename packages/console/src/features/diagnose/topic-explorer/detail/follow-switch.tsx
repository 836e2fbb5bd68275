import { formatNumber } from '#i18n/format-number.ts'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { detail as m } from '../../messages/topic-explorer.ts'
import classes from './topic-panel.module.css'
import type { Followed } from './use-followed.ts'

/** Whether the newest message takes the place of the one that is shown. */
export function FollowSwitch({ followed }: { readonly followed: Followed }) {
  const { isFollowing, newer, follow } = followed
  return (
    <span className={classes['follow']}>
      <ToggleInput isOn={isFollowing} note={m.follow} onChange={follow} />
      {newer > 0 && <span className="dim">{m.newer(newer, formatNumber(newer))}</span>}
    </span>
  )
}
