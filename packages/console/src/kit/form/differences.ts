import { form as m } from '#kit/messages/form.ts'
import { isPlainObject, pathWithin, sameValue } from './form-value.ts'
import { secretTest } from './secret-paths.ts'

/** A setting that a request changes, with its values as JSON; the values of a secret only tell what happens to it. */
export interface Difference {
  readonly path: string
  readonly before?: string
  readonly after?: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The plain values, if either of them is a text of several lines. */
  readonly texts?: { readonly before: string | undefined; readonly after: string | undefined }
}

/** Lists the changes between two documents of the API, leaf by leaf, in the order of the second document. */
export function listDifferences(
  before: unknown,
  after: unknown,
  secretPaths: readonly string[],
): readonly Difference[] {
  return differencesAt(before, after, { path: '', secretPaths, isSecret: secretTest(secretPaths) })
}

interface SentBody {
  readonly body: unknown
  /** The place of the values in the document to which the paths of the secrets belong. */
  readonly place?: string
}

/**
 * Returns a function that lists request bodies, setting by setting. A body is built anew for each key press, mostly
 * with the same content: unchanged rows are the same objects, so that a list renders only changed rows.
 */
export function createBodyList(
  secretPaths: readonly string[],
): (bodies: readonly SentBody[]) => readonly Difference[] {
  const isSecret = secretTest(secretPaths)
  let known = new Map<string, { readonly value: unknown; readonly row: Difference }>()
  return (bodies) => {
    const listed: typeof known = new Map()
    const visit = (value: unknown, path: string) => {
      const inner = branches(value)
      if (inner !== undefined) for (const [key, held] of inner) visit(held, pathWithin(path, key))
      else if (value !== undefined) {
        const before = known.get(path)
        const isKnown = before !== undefined && sameValue(before.value, value)
        const row = isKnown ? before.row : toDifference(undefined, value, { path, secretPaths, isSecret })
        listed.set(path, { value, row })
      }
    }
    for (const { body, place = '' } of bodies) visit(body, place)
    known = listed
    return [...listed.values()].map(({ row }) => row)
  }
}

interface DifferenceContext {
  readonly path: string
  readonly secretPaths: readonly string[]
  readonly isSecret: (path: string) => boolean
}

interface ComparedValue extends Pick<DifferenceContext, 'secretPaths'> {
  readonly before: unknown
  readonly differences: readonly Difference[]
}

/** Every key press also compares the untouched branches, so the previous differences are cached. */
const knownDifferences = new WeakMap<object, Map<string, ComparedValue>>()

function differencesAt(before: unknown, after: unknown, place: DifferenceContext): readonly Difference[] {
  if (typeof after !== 'object' || after === null) return compareValues(before, after, place)
  const { path, secretPaths } = place
  // The same object may occur in several places.
  const places = knownDifferences.get(after) ?? new Map<string, ComparedValue>()
  const known = places.get(path)
  if (known?.before === before && known?.secretPaths === secretPaths) return known.differences
  const differences = compareValues(before, after, place)
  knownDifferences.set(after, places.set(path, { before, secretPaths, differences }))
  return differences
}

function compareValues(before: unknown, after: unknown, place: DifferenceContext): readonly Difference[] {
  if (sameValue(before, after)) return []
  const [left, right] = [branches(before), branches(after)]
  if (left === undefined && right === undefined) return [toDifference(before, after, place)]
  // A branch replaces a leaf, or the other way round: no part of it may be shown as a whole. The document itself is
  // not a leaf: a new object begins as an empty document.
  const isOneLeaf = (left === undefined || right === undefined) && place.path !== ''
  const whole = isOneLeaf ? leafOnly(before, after, place) : []
  if (Array.isArray(before) && Array.isArray(after)) return itemDifferences(before, after, place)
  const keys = new Set([...(right?.keys() ?? []), ...(left?.keys() ?? [])])
  const inner = [...keys].flatMap((key) =>
    differencesAt(left?.get(key), right?.get(key), placeWithin(place, key)),
  )
  return [...whole, ...inner]
}

function placeWithin(place: DifferenceContext, key: string): DifferenceContext {
  return { ...place, path: pathWithin(place.path, key) }
}

function leafOnly(before: unknown, after: unknown, place: DifferenceContext): readonly Difference[] {
  const [was, is] = [before, after].map((value) => (branches(value) ? undefined : value))
  return was === undefined && is === undefined ? [] : [toDifference(was, is, place)]
}

/** Unchanged rows at both ends are set aside, so that removing a row does not change all rows below it. */
function itemDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  place: DifferenceContext,
): readonly Difference[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && sameValue(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && sameValue(before.at(-1 - end), after.at(-1 - end))) end += 1
  const count = Math.max(before.length, after.length) - start - end
  return Array.from({ length: count }, (_, offset) => start + offset).flatMap((at) =>
    differencesAt(
      at < before.length - end ? before[at] : undefined,
      at < after.length - end ? after[at] : undefined,
      placeWithin(place, String(at)),
    ),
  )
}

/** Returns the entries to compare within a value; empty objects and lists of plain values are leaves. */
function branches(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!isPlainObject(value) && !Array.isArray(value)) return undefined
  if (value instanceof Blob) return undefined
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null))
    return undefined
  const entries = Object.entries(value)
  return entries.length === 0 ? undefined : new Map(entries)
}

function toDifference(
  before: unknown,
  after: unknown,
  { path, isSecret: isSecretAt }: DifferenceContext,
): Difference {
  const isSecret = isSecretAt(path)
  const [was, is] = isSecret ? secretWords(before, after) : [json(before), json(after)]
  return {
    path,
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
    kind: was === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...(isSecret ? {} : pickMultilineTexts(before, after)),
  }
}

const isText = (value: unknown) => value === undefined || typeof value === 'string'

function pickMultilineTexts(before: unknown, after: unknown): Pick<Difference, 'texts'> {
  if (!isText(before) || !isText(after)) return {}
  return [before, after].some((text) => text?.includes('\n')) ? { texts: { before, after } } : {}
}

function secretWords(before: unknown, after: unknown): readonly [string | undefined, string | undefined] {
  const isNone = (value: unknown) => value === undefined || value === null || value === ''
  if (isNone(after)) return [isNone(before) ? undefined : m.secretStored, m.secretCleared]
  return [isNone(before) ? undefined : m.secretStored, m.secretNew]
}

function json(value: unknown): string | undefined {
  if (value instanceof File) return value.name
  return value === undefined ? undefined : JSON.stringify(value)
}
