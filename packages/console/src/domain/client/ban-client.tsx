import { type BanInput, banned } from '@brokerdeck/contract/access/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { action, tellCount } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import {
  type BanChoice,
  type BanTarget,
  type BanTerm,
  banImpacts,
  banValue,
  banValues,
} from './ban-choices.ts'
import { disconnectMatching } from './disconnect-matching.tsx'
import { client as m } from './messages.ts'

const BanDialog = lazy(async () => ({ default: (await import('./ban-dialog.tsx')).BanDialog }))

const manyTitles: Record<BanTarget, (count: number, shown: string) => string> = {
  clientid: m.banClientids,
  username: m.banUsernames,
  peerhost: m.banAddresses,
}

async function ban(who: string, { target, term, reason }: BanChoice, signal?: AbortSignal): Promise<void> {
  const by = currentSession()?.username
  const body = { as: target, who, reason, by, until: banUntil(term, Date.now()) }
  await request(banned.create, { body }, signal === undefined ? {} : { signal })
}

function ask(
  clients: readonly ClientRow[],
  onChoose: (choice: BanChoice) => Promise<void>,
): Promise<BanChoice | undefined> {
  return askDialog<BanChoice | undefined>((answer) => (
    <BanDialog clients={clients} onChoose={onChoose} onAnswer={answer} />
  ))
}

/**
 * Asks for the value to ban and the duration, then about the connected clients; resolves to whether a ban was
 * created.
 */
export async function banClient(client: ClientRow): Promise<boolean> {
  const choice = await ask([client], async (chosen) => {
    for (const who of banValues([client], chosen.target)) await ban(who, chosen)
  })
  if (choice === undefined) return false
  notify.success(m.banned)
  const { target: as } = choice
  await disconnectMatching(banValues([client], as).map((who) => ({ as, who })))
  return true
}

/** Bans many clients: a ban for each value, after confirming the count. Resolves to the banned clients. */
export async function banClients(clients: readonly ClientRow[]): Promise<readonly ClientRow[]> {
  const [only] = clients
  if (only !== undefined && clients.length === 1) return (await banClient(only)) ? clients : []
  const choice = await ask(clients, async () => undefined)
  if (choice === undefined) return []
  const banAll = action<string>((who, signal) => ban(who, choice, signal), {
    formatName: (who) => visibleText(who, 80),
    ask: (values) => ({
      title: tellCount(values, manyTitles[choice.target]),
      body: banImpacts[choice.target],
      action: m.banTitle,
      // Connected clients stay connected: disconnecting them is asked about afterwards.
      interrupts: 'nothing',
    }),
    successMessage: (count, shown) => (count === 1 ? m.banned : m.bansCreated(count, shown)),
  })
  const done = new Set(await banAll.run(banValues(clients, choice.target)))
  if (done.size > 0) {
    await disconnectMatching([...done].map((who) => ({ as: choice.target, who })))
  }
  return clients.filter((client) => done.has(banValue(client, choice.target) ?? ''))
}

const termSeconds: Record<Exclude<BanTerm, 'forever'>, number> = { hour: 3600, day: 86_400, week: 604_800 }

/** The broker accepts whole epoch seconds, or `infinity`. */
function banUntil(term: BanTerm, now: number): NonNullable<BanInput['until']> {
  return term === 'forever' ? 'infinity' : Math.floor(now / 1000) + termSeconds[term]
}
