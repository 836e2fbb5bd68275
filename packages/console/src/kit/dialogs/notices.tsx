import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '#ui/use-is-phone.ts'

/** What was done is told away from what is done next: on a phone the buttons of a dialog are at the bottom. */
export function Notices() {
  return <Notifications position={useIsPhone() ? 'top-center' : 'bottom-right'} />
}
