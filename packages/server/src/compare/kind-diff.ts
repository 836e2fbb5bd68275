import type { KindResult } from '@brokerdeck/console/compare/compare-kind.ts'
import {
  type Compared,
  compareOutcomes,
  type Kind,
  type Outcome,
} from '@brokerdeck/console/compare/compare-sides.ts'
import type { Sides } from './other-side.ts'

/** An object that differs between the sides. */
export interface ObjectDiff {
  readonly id: string
  readonly outcome: Exclude<Outcome, 'same'>
  /** The first 200 differences: values as JSON with secrets masked; undefined if a side does not have the value. */
  readonly differences: readonly {
    readonly path: string
    readonly here?: string | undefined
    readonly there?: string | undefined
  }[]
  /** The number of all differences. */
  readonly differenceCount: number
}

export interface KindDiff {
  readonly kind: Kind
  /** True if the kind could be compared. */
  readonly isTold: boolean
  /** The reason why it could not be compared. */
  readonly reason?: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly things: readonly ObjectDiff[]
  /** The dotted paths of secrets and references, by object, whose equality is not known. */
  readonly notComparable: readonly { readonly id: string; readonly paths: readonly string[] }[]
}

/** Describes the result of comparing a kind; the objects are sorted by name. */
export function toKindDiff(kind: Kind, result: KindResult, { here, there, other }: Sides): KindDiff {
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
    things: all.flatMap(toObjectDiff),
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

function toObjectDiff({ id, outcome, differences, differenceCount }: Compared): readonly ObjectDiff[] {
  if (outcome === 'same') return []
  const told = differences
    .map(({ path, before, after }) => ({ path, here: before, there: after }))
    .toSorted((one, next) => (one.path < next.path ? -1 : 1))
  return [{ id, outcome, differences: told, differenceCount }]
}
