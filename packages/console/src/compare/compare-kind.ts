import { describeError } from '#api/errors.ts'
import { visibleText } from '#lib/visible-text.ts'
import { findOrderId } from './comparable.ts'
import { type Comparable, type Compared, compareSides, type Kind } from './compare-sides.ts'
import { isDataHub } from './data-hub-kinds.ts'
import { TooManyError } from './kind-in-file.ts'
import { sides as m } from './messages.ts'
import { isBesideChain, parseOrderIds } from './promotion-requests.ts'
import { readKind, type Source } from './read-side.ts'

/** What a cluster is compared with. */
export interface ComparedSide {
  /** It says only what was changed. */
  readonly isPart: boolean
  readonly read: (kind: Kind, signal: AbortSignal) => Promise<CompareWith>
}

/** What the cluster and the other side have of a kind; undefined where that does not speak of it. */
type CompareWith = (here: readonly Comparable[]) => Promise<readonly Compared[] | undefined>

export type KindResult =
  /** `isLackedHere`: the edition of this cluster does not have the kind. */
  | { readonly state: 'compared'; readonly all: readonly Compared[]; readonly isLackedHere?: boolean }
  /** The other side does not speak of the kind; all are only here. */
  | { readonly state: 'silent'; readonly all: readonly Compared[] }
  | { readonly state: 'failed'; readonly side: 'here' | 'there'; readonly error: unknown }

/** Each kind by itself: one that cannot be read leaves the others as they are. */
export async function compareKind(side: ComparedSide, kind: Kind, source: Source): Promise<KindResult> {
  const { signal } = source
  const toFailure = (which: 'here' | 'there') => (error: unknown) => {
    if (signal.aborted) throw error
    return { state: 'failed', side: which, error } as const
  }
  const compare = await side.read(kind, signal).catch(toFailure('there'))
  if ('state' in compare) return compare
  const read = await readKind(kind, source).catch(toFailure('here'))
  if (read !== undefined && 'state' in read) return read
  const here = read ?? []
  // What is nested deeper than anybody nests exhausts the stack.
  const all = await compare(here).catch(toFailure('there'))
  if (all === undefined) {
    // A backup is silent on what its broker does not have, and leaves nothing open.
    const isLacked = (isDataHub(kind) || kind === 'hooks' || kind === 'gateways') && here.length === 0
    return { state: isLacked ? 'compared' : 'silent', all: compareSides(here, []) }
  }
  if ('state' in all) return all
  // Roots that a file leaves out stay as they are, as fields do.
  const said = side.isPart && kind === 'settings' ? all.filter(({ there }) => there !== undefined) : all
  return {
    state: 'compared',
    all: said.map((one) => (isOrderReached(kind, one, all) ? withoutDifference(one) : one)),
    isLackedHere: read === undefined,
  }
}

/** Promoting an order puts what only this cluster has behind it, so a chain that ends with that is in order. */
function isOrderReached(kind: Kind, { id, there }: Compared, all: readonly Compared[]): boolean {
  if (id !== findOrderId(kind) || !Array.isArray(there?.['order'])) return false
  const members = all.filter((one) => one.id !== id && !isBesideChain({ kind, id: one.id }))
  const present = members.flatMap((one) => (one.here === undefined ? [] : [one.id]))
  // A list that somebody wrote may name what neither side has.
  const wanted = parseOrderIds(there['order']).filter((name) => members.some((one) => one.id === name))
  return wanted.every((name, at) => name === present[at])
}

const withoutDifference = (one: Compared): Compared => ({
  ...one,
  outcome: 'same',
  differences: [],
  differenceCount: 0,
})

/** Why a side of a kind could not be read, as one line. What is hidden is hidden before it is cut. */
export function explainFailure(error: unknown, hide: (text: string) => string = String): string {
  if (error instanceof TooManyError) return m.tooMany(error.most)
  const { title, detail = title } = describeError(error)
  return visibleText(hide(detail), 300)
}
