import type { KindResult } from '@brokerdeck/console/compare/compare-kind.ts'
import {
  type Compared,
  compareOutcomes,
  type Kind,
  type Outcome,
} from '@brokerdeck/console/compare/compare-sides.ts'
import type { Sides } from './other-side.ts'

/** One thing that is not the same on both sides. */
export interface ToldThing {
  readonly id: string
  readonly outcome: Exclude<Outcome, 'same'>
  /** Values as JSON, secrets masked; none where one side does not have it. The first 200. */
  readonly differences: readonly {
    readonly path: string
    readonly here?: string | undefined
    readonly there?: string | undefined
  }[]
  /** Of all of them. */
  readonly differenceCount: number
}

export interface ToldKind {
  readonly kind: Kind
  /** Whether it could be said what differs. */
  readonly isTold: boolean
  /** Why not. */
  readonly reason?: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly things: readonly ToldThing[]
  /** Dotted paths, by thing, of secrets and of references: whether they are equal is not known. */
  readonly notComparable: readonly { readonly id: string; readonly paths: readonly string[] }[]
}

/** What came of comparing a kind, in the order of its names. */
export function tellKind(kind: Kind, result: KindResult, { here, there, other }: Sides): ToldKind {
  if (result.state === 'failed') {
    const isHere = result.side === 'here'
    const reason = `${isHere ? here.name : there.name}: ${(isHere ? here : other).explain(result.error)}`
    return { kind, isTold: false, reason, counts: countOutcomes([]), things: [], notComparable: [] }
  }
  if (result.state === 'silent') {
    const reason = `not in ${there.name}`
    return { kind, isTold: false, reason, counts: countOutcomes([]), things: [], notComparable: [] }
  }
  const all = result.all.toSorted((one, next) => (one.id < next.id ? -1 : 1))
  const notComparable = all.flatMap(({ id, outcome, secrets, withheld }) => {
    const isOnBoth = outcome === 'same' || outcome === 'different' || outcome === 'unknown'
    const paths = isOnBoth ? [...secrets, ...withheld, ...there.referredIn(kind, id)] : []
    return paths.length === 0 ? [] : [{ id, paths }]
  })
  const hidden = all.filter(({ outcome }) => outcome === 'unknown').length
  return {
    kind,
    isTold: hidden === 0,
    counts: countOutcomes(all),
    things: all.flatMap(tellThing),
    notComparable,
    ...(hidden === 0 ? {} : { reason: `${hidden} cannot be compared` }),
  }
}

function countOutcomes(all: readonly Compared[]): Readonly<Record<Outcome, number>> {
  const count = (wanted: Outcome) => all.filter(({ outcome }) => outcome === wanted).length
  const [different, onlyThere, onlyHere, unknown, same] = compareOutcomes
  return {
    [different]: count(different),
    [onlyThere]: count(onlyThere),
    [onlyHere]: count(onlyHere),
    [unknown]: count(unknown),
    [same]: count(same),
  }
}

function tellThing({ id, outcome, differences, differenceCount }: Compared): readonly ToldThing[] {
  if (outcome === 'same') return []
  const told = differences
    .map(({ path, before, after }) => ({ path, here: before, there: after }))
    .toSorted((one, next) => (one.path < next.path ? -1 : 1))
  return [{ id, outcome, differences: told, differenceCount }]
}
