import { formatClock } from '#i18n/format-time.ts'
import { classNames } from '#lib/class-names.ts'
import { StatusShape } from '#ui/status-shape.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { m } from '../messages.ts'
import classes from './top-bar.module.css'
import { useConnection } from './use-connection.ts'

/** Whether what the page shows is kept up to date. */
export function LiveIndicator() {
  const { problem, answeredAt } = useConnection()
  if (answeredAt === undefined && !problem) return null
  return (
    <Tooltip
      label={m.lastAnswer(formatClock(answeredAt))}
      focusable
      className={classNames(classes['live'], 'desktop-only')}
    >
      <StatusShape kind={problem ? 'off' : 'ok'} coloured />
      {problem ? m.paused : m.live}
    </Tooltip>
  )
}
