import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { lazy } from 'react'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { kickMany } from './kick-many.ts'
import type { Matching } from './matching-dialog.tsx'
import { client as m } from './messages.ts'

const MatchingDialog = lazy(async () => ({ default: (await import('./matching-dialog.tsx')).MatchingDialog }))

/**
 * EMQX disconnects only the client that a ban of a client ID names. For bans of all other kinds, the connected
 * clients that match are counted, and a separate confirmation asks whether to disconnect them.
 */
export async function disconnectMatching(made: readonly Meant[]): Promise<void> {
  const bans = made.filter(({ as }) => as !== 'clientid')
  if (bans.length === 0) return
  const found = await askDialog<Matching | Error | undefined>((answer) => (
    <MatchingDialog look={(signal) => matchingClients(bans, signal)} onAnswer={answer} />
  ))
  if (found === undefined) return
  if (found instanceof Error) {
    const { title, detail } = describeError(found)
    return notify.failure(title, detail)
  }
  const { clientids, unknown } = found
  if (unknown > 0) notify.warning(m.matchingUnknown(unknown, formatNumber(unknown)), m.matchingUnknownText)
  else if (clientids.length === 0) notify.info(m.matchingNone)
  if (clientids.length === 0) return
  const rows = clientids.map((clientid) => ({ clientid }))
  await kickMany(rows, { title: m.disconnectTitle, body: m.disconnectBody, action: m.disconnect })
}

/** `GET /clients` compares exact values itself; expressions and networks are compared here with every client. */
function describeMatch({ as, who }: Meant) {
  if (as === 'username') return { username: [who] }
  return as === 'peerhost' ? { ip_address: who } : {}
}

const batchSize = 5000

/** Yields the connected clients that a ban will refuse when they reconnect, after each batch of clients. */
async function* matchingClients(bans: readonly Meant[], signal: AbortSignal): AsyncGenerator<Matching> {
  // Patterns are matched by a separate engine, which is as large as a page.
  const { banMeets } = await import('./ban-meets.ts')
  const found = new Set<string>()
  let looked = 0
  let unknown = 0
  for (const ban of bans) {
    const asked = {
      conn_state: 'connected',
      fields: 'clientid,username,ip_address',
      ...describeMatch(ban),
    } as const
    for (let page = 1, isMore = true; isMore; page += 1) {
      const query = { page, limit: batchSize, ...asked }
      const { data, meta } = await request(clients.list, { query }, { signal })
      for (const { clientid, username, ip_address: peerhost } of data) {
        const isMet = banMeets(ban, { clientid, username: username ?? undefined, peerhost })
        if (isMet === true) found.add(clientid)
        else if (isMet === undefined) unknown += 1
      }
      looked += data.length
      isMore = hasNextPage(meta)
      yield { looked, clientids: [...found], unknown }
    }
  }
}

type Meant = Pick<Ban, 'as' | 'who'>
