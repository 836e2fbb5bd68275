import { lazy } from 'react'
import { describeError } from '#api/errors.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { kickMany } from './kick-many.ts'
import { type Matching, type Meant, matchingClients } from './matching-clients.ts'
import { client as m } from './messages.ts'

const MatchingDialog = lazy(async () => ({ default: (await import('./matching-dialog.tsx')).MatchingDialog }))

/**
 * EMQX disconnects only the client that a ban of a client ID names. For bans of all other kinds the connected clients
 * that match are counted, and disconnecting them is asked about by itself.
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
