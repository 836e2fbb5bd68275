import { banned } from '@brokerdeck/contract/access/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { type BanChoice, type BanTarget, banUntil, banValue, banValues } from './ban-choices.ts'
import { banImpacts } from './ban-kind-names.ts'
import { disconnectMatching } from './disconnect-matching.tsx'
import { m } from './messages.ts'

const BanDialog = lazy(async () => ({ default: (await import('./ban-dialog.tsx')).BanDialog }))

/** From so many on, the number is to be typed. */
const manyBans = 20

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

/** Asks what of a client to ban and for how long, then about the connected ones; resolves to whether a ban was made. */
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

/** The same of many: one ban for each value, with the count to confirm first. Resolves to those that are banned. */
export async function banClients(clients: readonly ClientRow[]): Promise<readonly ClientRow[]> {
  const [only] = clients
  if (only !== undefined && clients.length === 1) return (await banClient(only)) ? clients : []
  const choice = await ask(clients, async () => undefined)
  if (choice === undefined) return []
  const items = banValues(clients, choice.target)
  const outcome = await bulk({
    items,
    itemLabel: (who) => visibleText(who, 80),
    run: (who, signal) => ban(who, choice, signal),
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: manyTitles[choice.target](items.length, formatNumber(items.length)),
    body: banImpacts[choice.target],
    action: m.banTitle,
    told: (count, shown) => (count === 1 ? m.banned : m.bansCreated(count, shown)),
    danger: true,
    ...(items.length > manyBans ? { typedName: String(items.length) } : {}),
  })
  const done = new Set(outcome?.done)
  if (done.size > 0) {
    await disconnectMatching([...done].map((who) => ({ as: choice.target, who })))
  }
  return clients.filter((client) => done.has(banValue(client, choice.target) ?? ''))
}
