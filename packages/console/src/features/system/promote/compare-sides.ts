import { type Difference, differencesOf } from '#kit/form/differences.ts'
import { isPlainObject } from '#kit/form/plain-object.ts'
import { type ConfigDocument, mask, maskConfig } from '../configuration/masked-config.ts'

/** In the order of the page: what is moved between clusters most often comes first. */
export const kinds = [
  ...['rules', 'connectors', 'actions', 'sources'],
  ...['authenticators', 'authorization', 'listeners', 'settings', 'retained'],
] as const
export type Kind = (typeof kinds)[number]

/** One thing of a side: what is set of it, without what it is doing and when it was made. */
export interface Comparable {
  readonly id: string
  readonly settings: ConfigDocument
}

export const outcomes = ['different', 'only-there', 'only-here', 'same'] as const
export type Outcome = (typeof outcomes)[number]

export interface Compared {
  readonly id: string
  readonly outcome: Outcome
  readonly here: ConfigDocument | undefined
  /** The same as it was read, to be put back: never shown. */
  readonly held: ConfigDocument | undefined
  readonly there: ConfigDocument | undefined
  /** Field by field; before is here, after is there. None where only one side has it. */
  readonly differences: readonly Difference[]
  /** Dotted paths that hold a secret on every side that has the thing: whether they are equal is not known. */
  readonly secrets: readonly string[]
}

/**
 * What two sides have of one kind. Secrets are masked before anything is compared, so none is shown. A file says only
 * what was changed (`isPart`): what it leaves out of a thing is no difference.
 */
export function compareSides(
  here: readonly Comparable[],
  there: readonly Comparable[],
  isPart = false,
): readonly Compared[] {
  const [ours, theirs] = [here, there].map((side) => new Map(side.map((one) => [one.id, one.settings])))
  return [...new Set([...here, ...there].map(({ id }) => id))].map((id) =>
    compared(id, ours?.get(id), theirs?.get(id), isPart),
  )
}

function compared(
  id: string,
  held: ConfigDocument | undefined,
  given: ConfigDocument | undefined,
  isPart: boolean,
): Compared {
  const [here, there] = [held, given].map((one) => one && maskConfig(one).document)
  if (here === undefined || there === undefined) {
    const outcome = here === undefined ? 'only-there' : 'only-here'
    return { id, outcome, here, held, there, differences: [], secrets: maskedPaths(here ?? there) }
  }
  const differences = differencesOf(isPart ? partOf(here, there) : here, there, [])
  const stored = new Set(maskedPaths(here))
  return {
    ...{ id, here, held, there, differences },
    outcome: differences.length === 0 ? 'same' : 'different',
    secrets: maskedPaths(there).filter((path) => stored.has(path)),
  }
}

/** Dotted paths of the texts in which something is masked. */
export function maskedPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes(mask) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) =>
    maskedPaths(held, path === '' ? key : `${path}.${key}`),
  )
}

/** Of a document what another one speaks of. Lists are compared whole. */
function partOf(whole: ConfigDocument, part: ConfigDocument): ConfigDocument {
  return Object.fromEntries(
    Object.entries(whole).flatMap(([key, value]) => {
      const said = part[key]
      if (!Object.hasOwn(part, key)) return []
      return [[key, isPlainObject(value) && isPlainObject(said) ? partOf(value, said) : value]]
    }),
  )
}
