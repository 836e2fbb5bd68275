import type { SsoStatus as Told } from '@brokerdeck/contract/system/sso.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

/** Whether anybody can sign in this way, and why not. Without `told` it was never set up. */
export function SsoStatus({ told }: { readonly told: Told | undefined }) {
  if (told === undefined) return <Status kind="off">{m.notConfigured}</Status>
  if (!told.enable) return <Status kind="off">{m.disabled}</Status>
  if (told.running) return <Status kind="ok">{m.running}</Status>
  return (
    <>
      <Status kind="bad">{m.notRunning}</Status>{' '}
      {told.last_error !== '' && <Verbatim text={told.last_error} wrap />}
    </>
  )
}
