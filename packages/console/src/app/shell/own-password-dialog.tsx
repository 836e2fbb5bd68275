import { currentSession } from '#api/session.ts'
import { ChangePasswordDialog } from '#features/system/users/change-password-dialog.tsx'

/** Changes the password of the signed-in user, from any page. */
export function OwnPasswordDialog({ onClose }: { onClose(): void }) {
  const username = currentSession()?.username
  return username === undefined ? null : <ChangePasswordDialog username={username} onClose={onClose} />
}
