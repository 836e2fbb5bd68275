import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '#ui/viewport.ts'
import classes from './notices.module.css'

/**
 * A notice about the last action never covers the next action: on a phone the buttons of a dialog are at the bottom.
 */
export function Notices() {
  return (
    <Notifications
      position={useIsPhone() ? 'top-center' : 'bottom-left'}
      className={classes['notices'] ?? ''}
    />
  )
}
