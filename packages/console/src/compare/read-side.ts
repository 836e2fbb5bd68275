import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { restrictionCodes } from '@brokerdeck/contract/restricted-requests.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { getProblem, unlessGone } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { chain, comparable, formatTypedId } from './comparable.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import { entryApis, isEntry } from './entry-kinds.ts'
import { listGatewayParts } from './gateway-parts.ts'
import { TooManyError } from './kind-in-file.ts'
import { readRoot, readRoots } from './settings-roots.ts'

/** The functions to read a side with. */
export interface Source {
  readonly ask: AskCluster
  readonly signal: AbortSignal
}

/** The maximum number of retained messages; each takes a request for its payload. */
const mostRetained = 200

/** Reads the objects of a kind from a cluster; resolves to undefined if its edition does not support the kind. */
export async function readKind(kind: Kind, source: Source): Promise<readonly Comparable[] | undefined> {
  const { ask } = source
  if (isEntry(kind)) return await entryApis[kind].list(ask)
  switch (kind) {
    case 'rules': {
      // 10000 is the maximum page size of the broker.
      const { data, meta } = await ask(rules.list, { query: { page: '1', limit: '10000' } })
      if (hasNextPage(meta)) throw new TooManyError(10_000)
      return data.map((one) => comparable(kind, one.id, one))
    }
    case 'connectors':
      return (await ask(connectors.list, {})).map((one) => comparable(kind, formatTypedId(one), one))
    case 'actions':
      return (await ask(actions.list, {})).map((one) => comparable(kind, formatTypedId(one), one))
    case 'sources':
      return (await ask(sources.list, {})).map((one) => comparable(kind, formatTypedId(one), one))
    case 'schemas':
    case 'registries':
    case 'validations':
    case 'transformations': {
      const { listDataHub } = await import('./data-hub-requests.ts')
      const all = await listDataHub(kind, ask)
      if (all === undefined) return undefined
      return chain(
        kind,
        all.map(({ name, settings }) => comparable(kind, name, settings)),
      )
    }
    case 'hooks': {
      const { listHooks } = await import('./hook-requests.ts')
      return chain(
        kind,
        (await listHooks(ask)).map((one) => comparable(kind, one.name, one)),
      )
    }
    case 'gateways': {
      const { readGateways } = await import('./gateway-requests.ts')
      const parts = (await readGateways(ask)).flatMap((one) => listGatewayParts(one.name, one))
      return parts.map(({ id, settings }) => comparable(kind, id, settings))
    }
    case 'authenticators':
      return chain(
        kind,
        (await ask(authentication.list, {})).map((one) => comparable(kind, one.id, one)),
      )
    case 'authorization': {
      const [{ sources: asked }, settings] = await Promise.all([
        ask(authorization.sources, {}),
        ask(authorization.settings, {}),
      ])
      const all = asked.map((one) => comparable(kind, one.type, one))
      return [...chain(kind, all), comparable(kind, 'settings', { ...settings })]
    }
    case 'listeners': {
      const all = await ask(listeners.list, { query: {} })
      return await inTurn(source, all, async ({ id }) =>
        comparable(kind, id, await ask(listeners.get, { params: { id } })),
      )
    }
    case 'settings':
      return (await readRoots(ask)).map(([root, held]) => comparable(kind, root, held))
    case 'retained':
      return await readRetained(source)
  }
}

/** Reads the current state of one object; resolves to undefined if it does not exist. */
export async function readThing(ask: AskCluster, kind: Kind, id: string): Promise<Comparable | undefined> {
  const params = { id }
  if (isEntry(kind)) return await entryApis[kind].read(ask, id)
  switch (kind) {
    case 'schemas':
    case 'registries':
    case 'validations':
    case 'transformations':
    case 'hooks':
    case 'gateways':
    case 'authenticators':
    case 'authorization':
      return (await readKind(kind, { ask, signal: new AbortController().signal }))?.find(
        (one) => one.id === id,
      )
    case 'settings': {
      const held = await readRoot(ask, id)
      return held && comparable(kind, id, held)
    }
    case 'retained':
      return await unlessGone(readMessage(ask, id))
    default: {
      const all = { rules, connectors, actions, sources, listeners }
      const now = await unlessGone(ask(all[kind].get, { params }))
      return now && comparable(kind, id, { ...now })
    }
  }
}

/** Reads a few items at a time, because the broker also serves devices. */
async function inTurn<Item, Read>(
  { signal }: Source,
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<readonly Read[]> {
  const found = new Map<Item, Read>()
  const left = items.values()
  const work = async () => {
    for (const item of left) {
      signal.throwIfAborted()
      found.set(item, await read(item))
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return items.flatMap((item) => {
    const one = found.get(item)
    return one === undefined ? [] : [one]
  })
}

/** Reads the retained messages of devices, without those that the broker publishes about itself. */
async function readRetained(source: Source): Promise<readonly Comparable[]> {
  const { data } = await source.ask(retainer.listMessages, { query: { page: 1, limit: 1000 } })
  const listed = new Map(data.map(({ topic, qos }) => [topic, qos]))
  const topics = [...listed.keys()].filter((topic) => !topic.startsWith('$SYS/'))
  if (topics.length > mostRetained || data.length === 1000) throw new TooManyError(mostRetained)
  const read = await inTurn(source, topics, async (topic) => {
    // The message may have expired in the meantime.
    const one = await unlessHidden(unlessGone(readMessage(source.ask, topic)))
    return one === 'hidden' ? message({ topic, qos: listed.get(topic) }) : one
  })
  return read.filter((one) => one !== undefined)
}

interface Message {
  readonly topic: string
  readonly qos: number | undefined
  readonly payload?: string | undefined
  readonly publish_at?: unknown
}

const message = ({ topic, qos, payload, publish_at }: Message): Comparable =>
  payload === undefined
    ? { ...comparable('retained', topic, { qos }), withheld: ['payload'] }
    : { ...comparable('retained', topic, { qos, payload }), writtenAt: publish_at }

async function readMessage(ask: AskCluster, topic: string): Promise<Comparable> {
  return message(await ask(retainer.getMessage, { params: { topic } }))
}

/** If a server hides payloads, the list still contains the other fields. */
async function unlessHidden<Answer>(asked: Promise<Answer>): Promise<Answer | 'hidden'> {
  try {
    return await asked
  } catch (error) {
    const problem = getProblem(error)
    if (problem?.kind === 'rejected' && problem.code === restrictionCodes.payloads) return 'hidden'
    throw error
  }
}
