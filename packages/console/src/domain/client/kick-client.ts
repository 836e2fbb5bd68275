import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { action, send } from '#acting/action.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { client as m } from './messages.ts'

type ClientIdentity = Pick<ClientRow, 'clientid' | 'connected'>

/**
 * Returns the word for ending the session of a client: a connected client is kicked out, an absent client only loses
 * its session.
 */
export function kickVerb({ connected }: ClientIdentity): string {
  return connected === false ? m.cleanSession : m.kickOut
}

const formatClient = ({ clientid }: ClientIdentity) => visibleText(clientid, 80)

/** Ends the connection and the session. */
export const kickClient = action<ClientIdentity>(
  send(clients.kick, ({ clientid }) => ({ params: { clientid } })),
  {
    ask: (client) => ({
      title:
        client.connected === false ? m.cleanTitle(formatClient(client)) : m.kickTitle(formatClient(client)),
      body: client.connected === false ? m.cleanBody : m.kickBody,
      action: kickVerb(client),
      danger: true,
      interrupts: client.connected === false ? 'nothing' : 'connections',
    }),
    successMessage: (client) =>
      client.connected === false ? m.cleaned(formatClient(client)) : m.kicked(formatClient(client)),
  },
)
