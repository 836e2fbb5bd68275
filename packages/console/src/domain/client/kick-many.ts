import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

/** From so many on, the number is to be typed: nobody ends a thousand connections with one click. */
const manyClients = 20

/** One at a time, so that each refusal is known; what no path can carry goes through the list endpoint. */
function kick(clientid: string, signal: AbortSignal): Promise<undefined> {
  return canAddress(clientid)
    ? request(clients.kick, { params: { clientid } }, { signal })
    : request(clients.kickMany, { body: [clientid] }, { signal })
}

interface KickWords {
  readonly title: (count: number, shown: string) => string
  readonly body: string
  readonly action: string
}

const selectedWords: KickWords = { title: m.kickManyTitle, body: m.kickManyBody, action: m.kickOut }

/** Asks with the count, then ends them with progress. Resolves to the ids whose session has ended. */
export async function kickMany(
  rows: readonly Pick<ClientRow, 'clientid'>[],
  { title, body, action } = selectedWords,
): Promise<readonly string[]> {
  const outcome = await bulk({
    items: rows.map(({ clientid }) => clientid),
    itemLabel: (clientid) => visibleText(clientid, 80),
    run: kick,
    describeFailure: (error) => {
      const { title: problem, detail } = describeError(error)
      return detail ?? problem
    },
    title: title(rows.length, formatNumber(rows.length)),
    body,
    action,
    told: m.kickedMany,
    danger: true,
    ...(rows.length > manyClients ? { typedName: String(rows.length) } : {}),
  })
  return outcome?.done ?? []
}
