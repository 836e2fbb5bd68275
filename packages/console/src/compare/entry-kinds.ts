import { type BanKind, banKinds, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import type { Ask } from './ask.ts'
import { comparable } from './comparable.ts'
import type { Comparable, EntryKind, Kind } from './compare-sides.ts'
import { TooManyError } from './kind-in-file.ts'
import type { ConfigDocument } from './masked-config.ts'

interface EntryPlace {
  readonly method: 'POST' | 'PUT'
  readonly path: string
}

/** How the API serves a kind that no configuration has. */
interface EntryApi {
  /** The API has no change of it: it is deleted and made anew. */
  readonly isReplaced: boolean
  /** Below `/api/v5`: the one that is deleted. */
  readonly path: (id: string) => string
  readonly isAddressable: (id: string) => boolean
  readonly findWrite: (id: string) => EntryPlace
  readonly formatBody: (id: string, settings: ConfigDocument) => ConfigDocument
  readonly list: (ask: Ask) => Promise<readonly Comparable[]>
  readonly read: (ask: Ask, id: string) => Promise<Comparable | undefined>
  readonly send: (ask: Ask, id: string, settings: ConfigDocument) => Promise<unknown>
  readonly remove: (ask: Ask, id: string) => Promise<unknown>
  /** What somebody wrote, as the broker would give it; undefined of what it would not take any more. */
  readonly complete: (id: string, settings: ConfigDocument) => Comparable | undefined
}

/** As many as a page of the broker holds at most. */
const mostListed = 10_000
const whole = { page: 1, limit: mostListed }

/** As the broker gives a time: whole seconds in UTC. What is no time stays as it is. */
function formatMoment(moment: unknown): unknown {
  const isTime = typeof moment === 'string' || typeof moment === 'number'
  const at = isTime ? new Date(typeof moment === 'number' ? moment * 1000 : moment) : undefined
  if (at === undefined || Number.isNaN(at.getTime())) return moment
  return at.toISOString().replace(/\.\d+Z$/, '+00:00')
}

function splitBan(id: string): { readonly as: string; readonly who: string } {
  const at = id.indexOf(':')
  return { as: id.slice(0, at), who: id.slice(at + 1) }
}

const findBanKind = (as: string): BanKind | undefined => banKinds.find((one) => one === as)

/** A ban that is over bans nobody, and those of the flapping detector come and go by themselves. */
function completeBan(id: string, { at, ...given }: ConfigDocument): Comparable | undefined {
  const settings = { by: 'mgmt_api', reason: '', ...given, until: formatMoment(given['until'] ?? 'infinity') }
  const { by, until } = settings
  const isOver = typeof until === 'string' && Date.parse(until) <= Date.now()
  if (isOver || by === 'flapping detector') return undefined
  return { ...comparable('bans', id, settings), writtenAt: at }
}

async function listBans(ask: Ask, query: object = {}): Promise<readonly Comparable[]> {
  const { data, meta } = await ask(banned.list, { query: { ...whole, ...query } })
  if (hasNextPage(meta)) throw new TooManyError(mostListed)
  return data.flatMap(({ as, who, ...ban }) => completeBan(`${as}:${who}`, ban) ?? [])
}

/** The filters of the list know no patterns and nets. */
async function readBan(ask: Ask, id: string): Promise<Comparable | undefined> {
  const { as, who } = splitBan(id)
  const isFound = ['clientid', 'username', 'peerhost'].includes(as) && who !== ''
  return (await listBans(ask, isFound ? { [as]: who } : {})).find((one) => one.id === id)
}

const formatBan = (id: string, settings: ConfigDocument): ConfigDocument => ({ ...settings, ...splitBan(id) })

async function removeBan(ask: Ask, id: string): Promise<unknown> {
  const { as, who } = splitBan(id)
  return await ask(banned.remove, { params: bodyFrom(banned.remove.params, { as, who }) })
}

export const entryApis: Readonly<Record<EntryKind, EntryApi>> = {
  bans: {
    isReplaced: true,
    path: (id) => {
      const { as, who } = splitBan(id)
      return `${banned.list.path}/${encodeURIComponent(as)}/${encodeURIComponent(who)}`
    },
    isAddressable: (id) => findBanKind(splitBan(id).as) !== undefined && canAddress(splitBan(id).who),
    findWrite: () => ({ method: 'POST', path: banned.create.path }),
    formatBody: formatBan,
    list: listBans,
    read: readBan,
    send: (ask, id, settings) =>
      ask(banned.create, { body: bodyFrom(banned.create.body, formatBan(id, settings)) }),
    remove: removeBan,
    complete: completeBan,
  },
}

export function isEntry(kind: Kind): kind is EntryKind {
  return Object.hasOwn(entryApis, kind)
}

/** Whether a path of the API can carry it. */
export const canReach = ({ kind, id }: { readonly kind: Kind; readonly id: string }): boolean =>
  isEntry(kind) ? entryApis[kind].isAddressable(id) : canAddress(id)
