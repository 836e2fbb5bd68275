import { describeError } from '#api/errors.ts'
import { visibleText } from '#lib/visible-text.ts'
import { findOrderId } from './comparable.ts'
import { type Comparable, type Compared, compareSides, type Kind } from './compare-sides.ts'
import { isDataHub } from './data-hub-kinds.ts'
import { TooManyError } from './kind-in-file.ts'
import { sides as m } from './messages.ts'
import { isBesideChain, parseOrderIds } from './promotion-requests.ts'
import { readKind, type Source } from './read-side.ts'

/** The side with which a cluster is compared. */
export interface ComparedSide {
  /** True if the side contains only settings that were changed. */
  readonly isPart: boolean
  readonly read: (kind: Kind, signal: AbortSignal) => Promise<CompareWith>
}

/**
 * Compares the objects of the cluster with those of the other side; resolves to undefined if the other side does not
 * contain the kind.
 */
type CompareWith = (here: readonly Comparable[]) => Promise<readonly Compared[] | undefined>

export type KindResult =
  /** `isLackedHere` is true if the edition of this cluster does not support the kind. */
  | { readonly state: 'compared'; readonly all: readonly Compared[]; readonly isLackedHere?: boolean }
  /** The other side does not contain the kind, so all objects are only here. */
  | { readonly state: 'silent'; readonly all: readonly Compared[] }
  | { readonly state: 'failed'; readonly side: 'here' | 'there'; readonly error: unknown }

/** Compares one kind; a kind that cannot be read does not affect the other kinds. */
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
  // Settings that are nested unreasonably deep exhaust the stack.
  const all = await compare(here).catch(toFailure('there'))
  if (all === undefined) {
    // A backup leaves out kinds that its broker does not support, so nothing is unknown.
    const isLacked = (isDataHub(kind) || kind === 'hooks' || kind === 'gateways') && here.length === 0
    return { state: isLacked ? 'compared' : 'silent', all: compareSides(here, []) }
  }
  if ('state' in all) return all
  // Roots that a file leaves out stay unchanged, as fields do.
  const said = side.isPart && kind === 'settings' ? all.filter(({ there }) => there !== undefined) : all
  return {
    state: 'compared',
    all: said.map((one) => (isOrderReached(kind, one, all) ? withoutDifference(one) : one)),
    isLackedHere: read === undefined,
  }
}

/** Promoting an order appends the members that only this cluster has, so a chain that ends with them is in order. */
function isOrderReached(kind: Kind, { id, there }: Compared, all: readonly Compared[]): boolean {
  if (id !== findOrderId(kind) || !Array.isArray(there?.['order'])) return false
  const members = all.filter((one) => one.id !== id && !isBesideChain({ kind, id: one.id }))
  const present = members.flatMap((one) => (one.here === undefined ? [] : [one.id]))
  // A hand-written list may name members that neither side has.
  const wanted = parseOrderIds(there['order']).filter((name) => members.some((one) => one.id === name))
  return wanted.every((name, at) => name === present[at])
}

const withoutDifference = (one: Compared): Compared => ({
  ...one,
  outcome: 'same',
  differences: [],
  differenceCount: 0,
})

/** Describes in one line why a side of a kind could not be read. Secrets are hidden before the text is cut. */
export function explainFailure(error: unknown, hide: (text: string) => string = String): string {
  if (error instanceof TooManyError) return m.tooMany(error.most)
  const { title, detail = title } = describeError(error)
  return visibleText(hide(detail), 300)
}
