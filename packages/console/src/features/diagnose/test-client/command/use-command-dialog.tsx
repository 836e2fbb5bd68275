import { lazy, Suspense, useState } from 'react'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { CommandWish } from './command-dialog.tsx'

const CommandDialog = lazy(async () => ({
  default: (await import('./command-dialog.tsx')).CommandDialog,
}))

/** A way to show a command, and the place where it is shown. */
export function useCommandDialog(connection: TestConnection) {
  const [wish, setWish] = useState<CommandWish>()
  const dialog = wish !== undefined && (
    <Suspense>
      <CommandDialog connection={connection} wish={wish} onClose={() => setWish(undefined)} />
    </Suspense>
  )
  return { showCommand: setWish, dialog }
}
