import { type Difference, listDifferences } from '#kit/form/differences.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { type ConfigDocument, mask, maskConfig } from './masked-config.ts'

/** What only Enterprise has. */
export const dataHubKinds = ['schemas', 'registries', 'validations', 'transformations'] as const
export type DataHubKind = (typeof dataHubKinds)[number]

/** What grows with devices and people, and what no API key may read: it has to be asked for by name. */
export const entryKinds = ['bans', 'builtin-rules', 'api-keys'] as const
export type EntryKind = (typeof entryKinds)[number]

/** In the order of the page: what is moved between clusters most often comes first. */
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

/** One thing of a side: what is set of it, without what it is doing and when it was made. */
export interface Comparable {
  readonly id: string
  readonly settings: ConfigDocument
  /** Fields that it has and the broker does not give. */
  readonly withheld?: readonly string[]
  /** A file leaves out what is at its default. */
  readonly isSparse?: boolean
  /** When it was last written, where the broker says so. */
  readonly writtenAt?: unknown
}

export const compareOutcomes = ['different', 'only-there', 'only-here', 'unknown', 'same'] as const
export type Outcome = (typeof compareOutcomes)[number]

export interface Compared {
  readonly id: string
  readonly outcome: Outcome
  readonly here: ConfigDocument | undefined
  /** The same as it was read, to be put back: never shown. */
  readonly held: ConfigDocument | undefined
  readonly there: ConfigDocument | undefined
  /** Field by field, the first of them; before is here, after is there. None where only one side has it. */
  readonly differences: readonly Difference[]
  /** Of all of them. */
  readonly differenceCount: number
  /** The first dotted paths that hold a secret on every side that has the thing: whether they are equal is not known. */
  readonly secrets: readonly string[]
  readonly secretCount: number
  /** Fields that a side has and does not give: whether they are equal is not known either. */
  readonly withheld: readonly string[]
}

/** Of one thing: nobody reads more, and a file may hold half a million. */
const mostListed = 200

/**
 * What two sides have of one kind. Secrets are masked before anything is compared, so none is shown. A file says only
 * what was changed (`isPart`): what it leaves out of a thing is no difference.
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

/** Dotted paths of the texts in which something is masked. */
export function listMaskedPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes(mask) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) =>
    listMaskedPaths(held, path === '' ? key : `${path}.${key}`),
  )
}

/** Of a document what another one speaks of. Lists are compared whole. */
function pickSharedPart(whole: ConfigDocument, part: ConfigDocument): ConfigDocument {
  return Object.fromEntries(
    Object.entries(whole).flatMap(([key, value]) => {
      const said = part[key]
      if (!Object.hasOwn(part, key)) return []
      return [[key, isPlainObject(value) && isPlainObject(said) ? pickSharedPart(value, said) : value]]
    }),
  )
}
