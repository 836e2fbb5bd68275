import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

type Known = Pick<ClientRow, 'clientid' | 'connected'>

/** What ending the session means for a client: a connected one is kicked out, an absent one only loses its session. */
export function kickVerb({ connected }: Known): string {
  return connected === false ? m.cleanSession : m.kickOut
}

/** Asks, then ends connection and session. Resolves to whether it was done. */
export async function kickClient(client: Known): Promise<boolean> {
  const name = visibleText(client.clientid, 80)
  const isAbsent = client.connected === false
  const isMeant = await confirm({
    title: isAbsent ? m.cleanTitle(name) : m.kickTitle(name),
    body: isAbsent ? m.cleanBody : m.kickBody,
    action: kickVerb(client),
    danger: true,
  })
  if (!isMeant) return false
  try {
    await request(clients.kick, { params: { clientid: client.clientid } })
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
    return false
  }
  notify.success(isAbsent ? m.cleaned(name) : m.kicked(name))
  return true
}
