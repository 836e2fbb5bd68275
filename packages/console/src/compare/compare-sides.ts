import { type Difference, listDifferences } from '#kit/form/differences.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { type ConfigDocument, mask, maskConfig } from './masked-config.ts'

/** The kinds that only Enterprise has. */
export const dataHubKinds = ['schemas', 'registries', 'validations', 'transformations'] as const
export type DataHubKind = (typeof dataHubKinds)[number]

/**
 * The kinds whose number grows with devices and users, and keys, which no API key may read. They are compared only on
 * request.
 */
export const entryKinds = ['bans', 'builtin-rules', 'api-keys'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The kinds in the order of the page: the kinds that are moved between clusters most often come first. */
export const kinds = [
  'rules',
  'connectors',
  'actions',
  'sources',
  ...dataHubKinds,
  'hooks',
  'gateways',
  'authenticators',
  'authorization',
  'listeners',
  'settings',
  'retained',
  ...entryKinds,
] as const
export type Kind = (typeof kinds)[number]

/** An object of one side with its settings, without its state and its time of creation. */
export interface Comparable {
  readonly id: string
  readonly settings: ConfigDocument
  /** The fields that the object has and the broker does not return. */
  readonly withheld?: readonly string[]
  /** True for an object from a file, which leaves out defaults. */
  readonly isSparse?: boolean
  /** The time of the last write, if the broker reports it. */
  readonly writtenAt?: unknown
}

export const compareOutcomes = ['different', 'only-there', 'only-here', 'unknown', 'same'] as const
export type Outcome = (typeof compareOutcomes)[number]

export interface Compared {
  readonly id: string
  readonly outcome: Outcome
  readonly here: ConfigDocument | undefined
  /** The settings of this side as they were read, for an undo; never shown. */
  readonly held: ConfigDocument | undefined
  readonly there: ConfigDocument | undefined
  /** The first differences by field: before is here, after is there. Empty if only one side has the object. */
  readonly differences: readonly Difference[]
  /** The number of all differences. */
  readonly differenceCount: number
  /**
   * The first dotted paths with a secret on every side that has the object: whether the secrets are equal is unknown.
   */
  readonly secrets: readonly string[]
  readonly secretCount: number
  /** The fields that a side has and does not return: whether they are equal is unknown, too. */
  readonly withheld: readonly string[]
}

/** The maximum number of differences listed per object: more are not readable, and a file may hold half a million. */
const mostListed = 200

/**
 * Compares the objects of one kind on two sides. Secrets are masked before the comparison, so none is shown. If
 * `isPart` is set, a file contains only changed settings: a setting that it leaves out is no difference.
 */
export function compareSides(
  here: readonly Comparable[],
  there: readonly Comparable[],
  isPart = false,
): readonly Compared[] {
  const [ours, theirs] = [here, there].map((side) => new Map(side.map((one) => [one.id, one])))
  return [...new Set([...here, ...there].map(({ id }) => id))].map((id) =>
    compareThings(id, ours?.get(id), theirs?.get(id), isPart),
  )
}

function compareThings(
  id: string,
  ours: Comparable | undefined,
  theirs: Comparable | undefined,
  isPart: boolean,
): Compared {
  const [here, there] = [ours, theirs].map((one) => one && maskConfig(one.settings).document)
  const held = ours?.settings
  const withheld = [...new Set([ours, theirs].flatMap((one) => one?.withheld ?? []))]
  if (here === undefined || there === undefined) {
    const outcome = here === undefined ? 'only-there' : 'only-here'
    return {
      id,
      outcome,
      here,
      held,
      there,
      withheld,
      differences: [],
      differenceCount: 0,
      ...firstSecrets(listMaskedPaths(here ?? there)),
    }
  }
  const differences = listDifferences(isPart ? pickSharedPart(here, there) : here, there, []).filter(
    ({ path }) => !withheld.includes(path),
  )
  const stored = new Set(listMaskedPaths(here))
  return {
    id,
    here,
    held,
    there,
    withheld,
    differences: differences.slice(0, mostListed),
    differenceCount: differences.length,
    outcome: differences.length > 0 ? 'different' : withheld.length > 0 ? 'unknown' : 'same',
    ...firstSecrets(listMaskedPaths(there).filter((path) => stored.has(path))),
  }
}

const firstSecrets = (paths: readonly string[]) => ({
  secrets: paths.slice(0, mostListed),
  secretCount: paths.length,
})

/** Returns the dotted paths of the strings that contain a mask. */
export function listMaskedPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes(mask) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) =>
    listMaskedPaths(held, path === '' ? key : `${path}.${key}`),
  )
}

/** Returns the part of a document whose keys the other document has. Lists are compared as a whole. */
function pickSharedPart(whole: ConfigDocument, part: ConfigDocument): ConfigDocument {
  return Object.fromEntries(
    Object.entries(whole).flatMap(([key, value]) => {
      const said = part[key]
      if (!Object.hasOwn(part, key)) return []
      return [[key, isPlainObject(value) && isPlainObject(said) ? pickSharedPart(value, said) : value]]
    }),
  )
}
