import { confirm } from '#kit/dialogs/confirm.tsx'
import { gatewayAuthentication as m } from '../../messages/gateway-authentication.ts'
import type { AuthenticationOwner } from './authentication-owner.ts'

/** Before a form is sent: why it is not, where clients would lose their connection and somebody thinks better of it. */
export async function askBeforeCut({
  text,
  isIdle,
}: AuthenticationOwner['cut']): Promise<string | undefined> {
  if (isIdle) return undefined
  const isWanted = await confirm({
    title: m.applyTitle,
    body: text,
    action: m.apply,
    danger: true,
    interrupts: 'connections',
  })
  return isWanted ? undefined : m.notApplied
}
