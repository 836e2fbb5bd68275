import { currentSession } from '#api/session.ts'
import { ChangePasswordDialog } from '#features/system/users/change-password-dialog.tsx'

/** The password of whoever is signed in, from any page. */
export function OwnPasswordDialog({ onClose }: { onClose(): void }) {
  const username = currentSession()?.username
  return username === undefined ? null : <ChangePasswordDialog username={username} onClose={onClose} />
}
