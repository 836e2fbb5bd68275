import { lazy, Suspense, useState } from 'react'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { CommandWish } from './command-dialog.tsx'

const CommandDialog = lazy(async () => ({
  default: (await import('./command-dialog.tsx')).CommandDialog,
}))

/** Returns a function that opens the command dialog, and the dialog's element. */
export function useCommandDialog(connection: TestConnection) {
  const [wish, setWish] = useState<CommandWish>()
  const dialog = wish !== undefined && (
    <Suspense>
      <CommandDialog connection={connection} wish={wish} onClose={() => setWish(undefined)} />
    </Suspense>
  )
  return { showCommand: setWish, dialog }
}
