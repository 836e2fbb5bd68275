import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { action, type Mutation, send, tellCount } from '#acting/action.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { client as m } from './messages.ts'

const kickAddressed = send(clients.kick, (clientid: string) => ({ params: { clientid } }))
const kickListed = send(clients.kickMany, (clientid: string) => ({ body: [clientid] }))

/**
 * Clients are kicked one at a time, so that each refusal is known; an ID that no path can hold goes through the list
 * endpoint.
 */
const kick: Mutation<string> = (clientid, signal) =>
  canAddress(clientid) ? kickAddressed(clientid, signal) : kickListed(clientid, signal)

interface KickWords {
  readonly title: (count: number, shown: string) => string
  readonly body: string
  readonly action: string
}

const selectedWords: KickWords = { title: m.kickManyTitle, body: m.kickManyBody, action: m.kickOut }

/** Confirms the count, then ends the sessions with progress. Resolves to the IDs whose session has ended. */
export function kickMany(
  rows: readonly Pick<ClientRow, 'clientid'>[],
  words = selectedWords,
): Promise<readonly string[]> {
  const kickAll = action(kick, {
    formatName: (clientid) => visibleText(clientid, 80),
    ask: (ids) => ({ ...words, title: tellCount(ids, words.title), interrupts: 'connections' }),
    successMessage: m.kickedMany,
  })
  return kickAll.run(rows.map(({ clientid }) => clientid))
}
