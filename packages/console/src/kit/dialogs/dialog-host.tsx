import { useNotifications } from '@mantine/notifications'
import { Fragment, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { openDialogs, subscribeDialogs } from './dialog-store.ts'

/** Renders the awaited dialogs; mounted once, inside the providers of the application. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(subscribeDialogs, openDialogs)
  return (
    <Suspense fallback={null}>
      {dialogs.map((dialog) => (
        <Fragment key={dialog.id}>{dialog.content}</Fragment>
      ))}
    </Suspense>
  )
}

type Notices = typeof import('./notices.tsx')['Notices']

/**
 * Renders the notices. Their code weighs 20 kB and reports on actions of the user, so it is loaded with the first
 * press of a key or button: it is then available when the server is not.
 */
export function NoticeHost() {
  const [Shown, setShown] = useState<{ readonly Notices: Notices }>()
  const isWaitedFor = useNotifications().notifications.length > 0
  const isShown = Shown !== undefined
  useEffect(() => {
    if (isShown) return
    // If the code cannot be loaded, the next press tries again.
    const load = () => void import('./notices.tsx').then(setShown, () => undefined)
    if (isWaitedFor) load()
    addEventListener('pointerdown', load)
    addEventListener('keydown', load)
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
    }
  }, [isShown, isWaitedFor])
  return Shown === undefined ? null : <Shown.Notices />
}
