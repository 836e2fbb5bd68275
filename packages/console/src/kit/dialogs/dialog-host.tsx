import { Fragment, Suspense, useSyncExternalStore } from 'react'
import { openDialogs, subscribeDialogs } from './dialog-store.ts'

/** Where awaited dialogs appear; once, inside the providers of the application. */
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
