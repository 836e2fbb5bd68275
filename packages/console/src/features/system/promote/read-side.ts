import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { parseHocon } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { unlessGone } from '#api/errors.ts'
import { type Elsewhere, request } from '#api/http.ts'
import { createLine } from '#api/query.ts'
import { isPlainObject } from '#kit/form/plain-object.ts'
import { readArchive } from '../backup/read-archive.ts'
import type { ConfigDocument } from '../configuration/masked-config.ts'
import type { Comparable, Kind } from './compare-sides.ts'

/** What a side is read from: this cluster, another one, or a file. */
export interface Source {
  readonly elsewhere?: Elsewhere | undefined
  readonly signal: AbortSignal
}

/** One more would be a request more, for its payload. */
export const mostRetained = 200

/** Thrown where a side has more than is compared. */
export class TooMany extends Error {}

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
  return { id, settings: Object.fromEntries(entries) }
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
      return await readSettings(source)
    case 'retained':
      return await readRetained(source)
  }
}

/** One of this cluster as it is now; undefined where there is none. */
export async function readOne(
  kind: 'rules' | 'connectors' | 'actions' | 'sources',
  id: string,
): Promise<Comparable | undefined> {
  const params = { id }
  const all = { rules, connectors, actions, sources }
  const now = await unlessGone(request(all[kind].get, { params }))
  return now && comparable(kind, id, now)
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

/** By root of the configuration, as a file has them. What a broker lacks is not there. */
async function readSettings(source: Source): Promise<readonly Comparable[]> {
  const ask = (endpoint: Endpoint): Promise<unknown> => unlessGone(request(endpoint, {}, source))
  const [zone, ...single] = await Promise.all([
    ask(configs.getGlobalZone),
    ...settingsRoots.map(([, endpoint]) => ask(endpoint)),
  ])
  const roots = isPlainObject(zone) ? Object.entries(zone) : []
  return [...roots, ...settingsRoots.map(([root], at) => [root, single[at]] as const)].flatMap(
    ([root, held]) => (isPlainObject(held) ? [comparable('settings', root, held)] : []),
  )
}

const settingsRoots: readonly (readonly [string, Endpoint])[] = [
  ['alarm', configs.getAlarm],
  ['broker', configs.getBroker],
  ['dashboard', configs.getDashboard],
  ['log', configs.getLog],
  ['retainer', retainer.getSettings],
  ['sys_topics', configs.getSysTopics],
  ['sysmon', configs.getSysmon],
]

/** Of the zone, where a file has nothing but the roots. */
const zoneRoots = [
  'mqtt',
  'durable_sessions',
  'flapping_detect',
  'force_gc',
  'force_shutdown',
  'overload_protection',
]

/** What devices left, not what the broker says of itself. */
async function readRetained(source: Source): Promise<readonly Comparable[]> {
  const { data } = await request(retainer.listMessages, { query: { page: 1, limit: 1000 } }, source)
  const topics = data.map(({ topic }) => topic).filter((topic) => !topic.startsWith('$SYS/'))
  if (topics.length > mostRetained || data.length === 1000) throw new TooMany()
  const read = await inTurn(source, topics, async (topic) => {
    // It may have expired meanwhile.
    const one = await unlessGone(request(retainer.getMessage, { params: { topic } }, source))
    return one && comparable('retained', topic, { qos: one.qos, payload: one.payload })
  })
  return read.filter((one) => one !== undefined)
}

export type FileReading =
  | { readonly kind: 'read'; readonly config: ConfigDocument }
  | { readonly kind: 'too-large' | 'unreadable' | 'no-config' }

/** Text. Beyond it nobody wrote a configuration. */
const maxText = 8 * 1024 * 1024

/** A backup, or the configuration as text. */
export async function readConfigFile(file: File): Promise<FileReading> {
  if (file.name.endsWith(backupSuffix)) {
    const reading = await readArchive(file)
    if (reading.kind === 'too-large') return { kind: 'too-large' }
    if (reading.kind === 'no-archive') return { kind: 'unreadable' }
    const { config } = reading.contents
    return config === undefined ? { kind: 'no-config' } : { kind: 'read', config }
  }
  if (file.size > maxText) return { kind: 'too-large' }
  // Whoever chose it may have changed or removed it meanwhile.
  const text = await file.text().catch(() => undefined)
  if (text === undefined) return { kind: 'unreadable' }
  const parsed = parseHocon(text)
  if ('error' in parsed) return { kind: 'unreadable' }
  return Object.keys(parsed.value).length === 0
    ? { kind: 'no-config' }
    : { kind: 'read', config: parsed.value }
}

/** What a configuration has of a kind; undefined where it does not speak of it at all. */
export function kindInFile(kind: Kind, config: ConfigDocument): readonly Comparable[] | undefined {
  switch (kind) {
    case 'rules': {
      const all = rootOf(rootOf(config, 'rule_engine'), 'rules')
      return all && entriesOf(all).map(([id, one]) => comparable(kind, id, one))
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
      const all = asked.filter(isPlainObject).map((one) => comparable(kind, String(one['type']), one))
      return [...chain(kind, all), comparable(kind, 'settings', settings)]
    }
    case 'settings': {
      const roots = [...zoneRoots, ...settingsRoots.map(([root]) => root)]
      const all = entriesOf(config).filter(([root]) => roots.includes(root))
      return all.length === 0 ? undefined : all.map(([root, held]) => comparable(kind, root, held))
    }
    case 'retained':
      return undefined
  }
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
  return backend === undefined ? String(mechanism) : `${mechanism}:${backend}`
}
