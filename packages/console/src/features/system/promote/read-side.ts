import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { ruleActionSchema, rules } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { restrictionCodes } from '@brokerdeck/contract/restricted-requests.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import * as v from 'valibot'
import { problemOf, unlessGone } from '#api/errors.ts'
import { type Elsewhere, request } from '#api/http.ts'
import { createLine } from '#api/query.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import type { ConfigDocument } from '../configuration/masked-config.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import { knownRoots, readRoot, readRoots } from './settings-roots.ts'

/** What a side is read from: this cluster, another one, or a file. */
export interface Source {
  readonly elsewhere?: Elsewhere | undefined
  readonly signal: AbortSignal
}

/** One more would be a request more, for its payload. */
const mostRetained = 200

/** As many as a page of the broker holds at most. */
const mostInFile = 10_000

/** A side has more than is compared. */
export class TooManyError extends Error {
  override readonly name = 'TooManyError'
  readonly most: number
  constructor(most: number) {
    super(`more than ${most}`)
    this.most = most
  }
}

/** What is done, counted or noted with a thing, not set. */
const doing: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  rules: ['id', 'from', 'created_at', 'last_modified_at', 'metadata'],
  authenticators: ['id'],
  // The broker shows the text of the file that a backup names.
  authorization: ['path'],
  listeners: ['id', 'type', 'name', 'running', 'current_connections'],
}
const resourceDoing = [
  ...['type', 'name', 'status', 'status_reason', 'node_status', 'actions', 'sources', 'rules'],
  ...['created_at', 'last_modified_at', 'error'],
]

function comparable(kind: Kind, id: string, document: ConfigDocument): Comparable {
  const left = doing[kind] ?? (['connectors', 'actions', 'sources'].includes(kind) ? resourceDoing : [])
  const entries = Object.entries(document).filter(([key]) => !left.includes(key))
  return { id, settings: Object.fromEntries(entries), writtenAt: document['last_modified_at'] }
}

/** In a chain the order counts as well; it is a thing of its own, or one more at its head would change all. */
function chain(kind: Kind, all: readonly Comparable[]): readonly Comparable[] {
  const order = all.map(({ id }) => id)
  return order.length < 2 ? all : [...all, comparable(kind, 'order', { order })]
}

interface Named {
  readonly type: string
  readonly name: string
}
const idOf = ({ type, name }: Named) => `${type}:${name}`

/** Reads what a cluster has of a kind. */
export async function readKind(kind: Kind, source: Source): Promise<readonly Comparable[]> {
  const ask = <E extends Endpoint>(endpoint: E, given: RequestOf<E>) => request(endpoint, given, source)
  switch (kind) {
    case 'rules': {
      // As many as a page of the broker holds at most.
      const { data } = await ask(rules.list, { query: { page: '1', limit: '10000' } })
      return data.map((one) => comparable(kind, one.id, one))
    }
    case 'connectors':
      return (await ask(connectors.list, {})).map((one) => comparable(kind, idOf(one), one))
    case 'actions':
      return (await ask(actions.list, {})).map((one) => comparable(kind, idOf(one), one))
    case 'sources':
      return (await ask(sources.list, {})).map((one) => comparable(kind, idOf(one), one))
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
      return (await readRoots(source)).map(([root, held]) => comparable(kind, root, held))
    case 'retained':
      return await readRetained(source)
  }
}

/** One of this cluster as it is now; undefined where there is none. */
export async function readOne(kind: Kind, id: string): Promise<Comparable | undefined> {
  const params = { id }
  switch (kind) {
    case 'authenticators':
    case 'authorization':
      return (await readKind(kind, { signal: new AbortController().signal })).find((one) => one.id === id)
    case 'settings': {
      const held = await readRoot(id)
      return held && comparable(kind, id, held)
    }
    case 'retained':
      return await unlessGone(readMessage(id, {}))
    default: {
      const all = { rules, connectors, actions, sources, listeners }
      const now = await unlessGone(request(all[kind].get, { params }))
      return now && comparable(kind, id, { ...now })
    }
  }
}

/** A few at a time: the broker serves devices, too. */
async function inTurn<Item, Read>(
  { signal }: Source,
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<readonly Read[]> {
  const line = createLine(4)
  return await Promise.all(items.map((item) => line(signal, () => read(item))))
}

/** What devices left, not what the broker says of itself. */
async function readRetained(source: Source): Promise<readonly Comparable[]> {
  const { data } = await request(retainer.listMessages, { query: { page: 1, limit: 1000 } }, source)
  const listed = new Map(data.map(({ topic, qos }) => [topic, qos]))
  const topics = [...listed.keys()].filter((topic) => !topic.startsWith('$SYS/'))
  if (topics.length > mostRetained || data.length === 1000) throw new TooManyError(mostRetained)
  const read = await inTurn(source, topics, async (topic) => {
    // It may have expired meanwhile.
    const one = await unlessHidden(unlessGone(readMessage(topic, source)))
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

async function readMessage(topic: string, options: Partial<Source>): Promise<Comparable> {
  return message(await request(retainer.getMessage, { params: { topic } }, options))
}

/** Where a server hides payloads, the list still tells the rest. */
async function unlessHidden<Answer>(asked: Promise<Answer>): Promise<Answer | 'hidden'> {
  try {
    return await asked
  } catch (error) {
    const problem = problemOf(error)
    if (problem?.kind === 'rejected' && problem.code === restrictionCodes.payloads) return 'hidden'
    throw error
  }
}

/** What a configuration has of a kind; undefined where it does not speak of it at all. Throws TooManyError. */
export function kindInFile(kind: Kind, config: ConfigDocument): readonly Comparable[] | undefined {
  const all = findInFile(kind, config)
  if (all !== undefined && all.length > mostInFile) throw new TooManyError(mostInFile)
  return all
}

function findInFile(kind: Kind, config: ConfigDocument): readonly Comparable[] | undefined {
  switch (kind) {
    case 'rules': {
      const all = rootOf(rootOf(config, 'rule_engine'), 'rules')
      return all && entriesOf(all).map(([id, one]) => comparable(kind, id, withActionDefaults(one)))
    }
    case 'connectors':
    case 'actions':
    case 'sources':
    case 'listeners': {
      const types = rootOf(config, kind)
      return (
        types &&
        entriesOf(types).flatMap(([type, named]) =>
          entriesOf(named).map(([name, one]) => comparable(kind, idOf({ type, name }), one)),
        )
      )
    }
    case 'authenticators': {
      const all = config['authentication']
      if (!Array.isArray(all)) return undefined
      return chain(
        kind,
        all.filter(isPlainObject).map((one) => comparable(kind, authenticatorId(one), one)),
      )
    }
    case 'authorization': {
      const { sources: asked, ...settings } = rootOf(config, 'authorization') ?? {}
      if (!Array.isArray(asked)) return undefined
      const all = asked.filter(isPlainObject).map((one) => comparable(kind, formatValue(one['type']), one))
      return [...chain(kind, all), comparable(kind, 'settings', settings)]
    }
    case 'settings': {
      const all = entriesOf(config).filter(([root]) => knownRoots.includes(root))
      return all.length === 0 ? undefined : all.map(([root, held]) => comparable(kind, root, held))
    }
    case 'retained':
      return undefined
  }
}

/** A list is taken whole: what is left out of an action of its own is what the broker fills in, not what is here. */
function withActionDefaults(rule: ConfigDocument): ConfigDocument {
  const { actions: given } = rule
  if (!Array.isArray(given)) return rule
  const filled = given.map((one: unknown) => {
    const { success, output } = v.safeParse(ruleActionSchema, one)
    return success ? output : one
  })
  return { ...rule, actions: filled }
}

function rootOf(config: ConfigDocument | undefined, root: string): ConfigDocument | undefined {
  const held = config !== undefined && Object.hasOwn(config, root) ? config[root] : undefined
  return isPlainObject(held) ? held : undefined
}

/** In place of a listener that was deleted EMQX keeps a word. */
function entriesOf(document: ConfigDocument): readonly (readonly [string, ConfigDocument])[] {
  return Object.entries(document).flatMap(([key, held]) =>
    isPlainObject(held) ? [[key, held] as const] : [],
  )
}

function authenticatorId({ mechanism, backend }: ConfigDocument): string {
  return backend === undefined ? formatValue(mechanism) : `${formatValue(mechanism)}:${formatValue(backend)}`
}

/** A file may hold anything in its place. */
const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
