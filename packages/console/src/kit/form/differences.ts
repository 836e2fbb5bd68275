import { m } from './messages.ts'
import { isPlainObject } from './plain-object.ts'
import { sameValue } from './same-value.ts'
import { isSecretPath } from './secret-paths.ts'
import { pathWithin } from './values-at.ts'

/** One setting that a request changes, its values as JSON; those of secrets only say what happens to them. */
export interface Difference {
  readonly path: string
  readonly before?: string
  readonly after?: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** As they stand, where one of them is a text of several lines. */
  readonly texts?: { readonly before: string | undefined; readonly after: string | undefined }
}

/** What changes between two documents of the API, leaf by leaf, in the order of the second. */
export function differencesOf(
  before: unknown,
  after: unknown,
  secretPaths: readonly string[],
): readonly Difference[] {
  return leaves(before, after, '').map((leaf) => spoken(leaf, isSecretPath(leaf.path, secretPaths)))
}

interface Leaf {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

function leaves(before: unknown, after: unknown, path: string): readonly Leaf[] {
  if (sameValue(before, after)) return []
  const [left, right] = [branches(before), branches(after)]
  if (left === undefined && right === undefined) return [{ path, before, after }]
  // A branch that takes the place of a leaf, or the other way round: nothing of it may be shown as a whole. The document
  // itself is no leaf: something new begins as an empty one.
  const isOneLeaf = (left === undefined || right === undefined) && path !== ''
  const whole = isOneLeaf ? leafOnly(before, after, path) : []
  if (Array.isArray(before) && Array.isArray(after)) return itemLeaves(before, after, path)
  const keys = new Set([...(right?.keys() ?? []), ...(left?.keys() ?? [])])
  const inner = [...keys].flatMap((key) => leaves(left?.get(key), right?.get(key), pathWithin(path, key)))
  return [...whole, ...inner]
}

function leafOnly(before: unknown, after: unknown, path: string): readonly Leaf[] {
  const leaf = {
    path,
    before: branches(before) ? undefined : before,
    after: branches(after) ? undefined : after,
  }
  return leaf.before === undefined && leaf.after === undefined ? [] : [leaf]
}

/** Rows that stayed as they are, at both ends, are set aside: one that was taken out does not change all below it. */
function itemLeaves(before: readonly unknown[], after: readonly unknown[], path: string): readonly Leaf[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && sameValue(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && sameValue(before.at(-1 - end), after.at(-1 - end))) end += 1
  const count = Math.max(before.length, after.length) - start - end
  return Array.from({ length: count }, (_, offset) => start + offset).flatMap((at) =>
    leaves(
      at < before.length - end ? before[at] : undefined,
      at < after.length - end ? after[at] : undefined,
      pathWithin(path, String(at)),
    ),
  )
}

/** What is looked into; empty objects and lists of plain values are leaves. */
function branches(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!isPlainObject(value) && !Array.isArray(value)) return undefined
  if (value instanceof Blob) return undefined
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null))
    return undefined
  const entries = Object.entries(value)
  return entries.length === 0 ? undefined : new Map(entries)
}

function spoken({ path, before, after }: Leaf, isSecret: boolean): Difference {
  const [was, is] = isSecret ? secretWords(before, after) : [json(before), json(after)]
  return {
    path,
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
    kind: was === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...(isSecret ? {} : textsOf(before, after)),
  }
}

const isText = (value: unknown) => value === undefined || typeof value === 'string'

function textsOf(before: unknown, after: unknown): Pick<Difference, 'texts'> {
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
