import { ruleActionSchema } from '@brokerdeck/contract/integration/rules.ts'
import * as v from 'valibot'
import { isPlainObject } from '#kit/form/form-value.ts'
import { chain, comparable, formatTypedId } from './comparable.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import { dataHubPlaces } from './data-hub-kinds.ts'
import { findGatewayParts } from './gateway-parts.ts'
import { findHooks } from './hook-servers.ts'
import type { ConfigDocument } from './masked-config.ts'

/** The roots of the configuration that have their own endpoint. */
export const singleRoots = [
  ...(['alarm', 'auto_subscribe', 'broker', 'dashboard', 'delayed', 'log', 'retainer'] as const),
  ...(['rewrite', 'sys_topics', 'sysmon'] as const),
] as const
export type SingleRoot = (typeof singleRoots)[number]

/** The roots that the API returns as lists, with the field that holds the list here. */
export const listFields: ReadonlyMap<string, string> = new Map([
  ['auto_subscribe', 'topics'],
  ['rewrite', 'rules'],
])

/** Returns a root as a document, or undefined if it is no document. */
export function rootDocument(root: string, held: unknown): ConfigDocument | undefined {
  const field = listFields.get(root)
  if (field !== undefined && Array.isArray(held)) return { [field]: held }
  return isPlainObject(held) ? held : undefined
}

/** The roots of the zone; a file contains them as top-level roots. */
const zoneRoots = [
  'mqtt',
  'durable_sessions',
  'flapping_detect',
  'force_gc',
  'force_shutdown',
  'overload_protection',
]

const knownRoots: readonly string[] = [...zoneRoots, ...singleRoots]

/** The maximum number of items on a page of the broker. */
const mostInFile = 10_000

/** Thrown if a side has more objects than can be compared. */
export class TooManyError extends Error {
  override readonly name = 'TooManyError'
  readonly most: number
  constructor(most: number) {
    super(`more than ${most}`)
    this.most = most
  }
}

/**
 * Returns the objects of a kind in a configuration; undefined if the configuration does not contain the kind. Throws
 * `TooManyError`.
 */
export function kindInFile(kind: Kind, config: ConfigDocument): readonly Comparable[] | undefined {
  const all = findInFile(kind, config)
  if (all !== undefined && all.length > mostInFile) throw new TooManyError(mostInFile)
  return all
}

function findInFile(kind: Kind, config: ConfigDocument): readonly Comparable[] | undefined {
  switch (kind) {
    case 'rules': {
      const all = findRoot(findRoot(config, 'rule_engine'), 'rules')
      return all && listEntries(all).map(([id, one]) => comparable(kind, id, withActionDefaults(one)))
    }
    case 'connectors':
    case 'actions':
    case 'sources':
    case 'listeners': {
      const types = findRoot(config, kind)
      return (
        types &&
        listEntries(types).flatMap(([type, named]) =>
          listEntries(named).map(([name, one]) => comparable(kind, formatTypedId({ type, name }), one)),
        )
      )
    }
    case 'schemas':
    case 'registries':
    case 'validations':
    case 'transformations': {
      const all = dataHubPlaces[kind].find(config)
      return (
        all &&
        chain(
          kind,
          all.map(({ name, settings }) => comparable(kind, name, settings)),
        )
      )
    }
    case 'hooks': {
      const all = findHooks(config)
      return (
        all &&
        chain(
          kind,
          all.map(({ name, settings }) => comparable(kind, name, settings)),
        )
      )
    }
    case 'gateways':
      return findGatewayParts(config)?.map(({ id, settings }) => comparable(kind, id, settings))
    case 'authenticators': {
      const all = config['authentication']
      if (!Array.isArray(all)) return undefined
      return chain(
        kind,
        all.filter(isPlainObject).map((one) => comparable(kind, authenticatorId(one), one)),
      )
    }
    case 'authorization': {
      const { sources: asked, ...settings } = findRoot(config, 'authorization') ?? {}
      if (!Array.isArray(asked)) return undefined
      const all = asked.filter(isPlainObject).map((one) => comparable(kind, formatValue(one['type']), one))
      return [...chain(kind, all), comparable(kind, 'settings', settings)]
    }
    case 'settings': {
      const all = Object.entries(config).flatMap(([root, given]) => {
        const held = knownRoots.includes(root) ? rootDocument(root, given) : undefined
        return held === undefined ? [] : [comparable(kind, root, withTopicDefaults(root, held))]
      })
      return all.length === 0 ? undefined : all
    }
    case 'retained':
    case 'bans':
    case 'builtin-rules':
    case 'api-keys':
      return undefined
  }
}

/**
 * A list replaces the stored list as a whole, so fields missing in an action get the broker's defaults, not the
 * current values.
 */
function withActionDefaults(rule: ConfigDocument): ConfigDocument {
  const { actions: given } = rule
  if (!Array.isArray(given)) return rule
  const filled = given.map((one: unknown) => {
    const { success, output } = v.safeParse(ruleActionSchema, one)
    return success ? output : one
  })
  return { ...rule, actions: filled }
}

/** Adds the defaults, as for the actions of a rule: each topic is compared with all fields that the broker fills in. */
function withTopicDefaults(root: string, held: ConfigDocument): ConfigDocument {
  const { topics } = held
  if (root !== 'auto_subscribe' || !Array.isArray(topics)) return held
  const defaults = { qos: 0, rh: 0, rap: 0, nl: 0 }
  const filled = topics.map((one: unknown) => (isPlainObject(one) ? { ...defaults, ...one } : one))
  return { ...held, topics: filled }
}

function findRoot(config: ConfigDocument | undefined, root: string): ConfigDocument | undefined {
  const held = config !== undefined && Object.hasOwn(config, root) ? config[root] : undefined
  return isPlainObject(held) ? held : undefined
}

/** Returns the entries that are objects. EMQX stores a word in place of a deleted listener. */
function listEntries(document: ConfigDocument): readonly (readonly [string, ConfigDocument])[] {
  return Object.entries(document).flatMap(([key, held]) =>
    isPlainObject(held) ? [[key, held] as const] : [],
  )
}

function authenticatorId({ mechanism, backend }: ConfigDocument): string {
  return backend === undefined ? formatValue(mechanism) : `${formatValue(mechanism)}:${formatValue(backend)}`
}

/** A file may contain a value of any type here. */
const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
