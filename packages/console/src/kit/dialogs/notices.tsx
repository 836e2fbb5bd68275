import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '#ui/viewport.ts'
import classes from './notices.module.css'

/** What was done never covers what is done next: on a phone the buttons of a dialog are at the bottom. */
export function Notices() {
  return (
    <Notifications
      position={useIsPhone() ? 'top-center' : 'bottom-left'}
      className={classes['notices'] ?? ''}
    />
  )
}
