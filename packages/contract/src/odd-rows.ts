import type { UnreadableRows } from './paging.ts'

const mostRawCharacters = 2_000
const mostFields = 12
const mostFieldCharacters = 200

/** A part of a response that does not match its schema. */
export interface UnreadableRow {
  /** The path of the error from the root of the response: `data.3.http_request.bindings`. */
  readonly path: string
  /** The problem, in the words of the schema. */
  readonly detail: string
  /** The readable fields of the row: its texts, numbers and booleans. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** The JSON of the row, cut off after `mostRawCharacters`. */
  readonly raw: string
}

/** Describes the first rows that were left out, as far as they are readable. */
export function describeOddRows({ answer, faults }: UnreadableRows): readonly UnreadableRow[] {
  const places = findPlaces(answer, new Set<unknown>(faults.map(({ list }) => list)))
  return faults.map(({ list, index, path, detail }) => ({
    path: [places.get(list) ?? '', String(index), path].filter((part) => part !== '').join('.'),
    detail: detail.slice(0, mostFieldCharacters),
    fields: readableFields(list[index]),
    raw: printRaw(list[index]),
  }))
}

/**
 * Finds the paths of the lists in the response. It iterates without recursion, so deep responses do not exhaust the
 * stack.
 */
function findPlaces(answer: unknown, wanted: ReadonlySet<unknown>): ReadonlyMap<unknown, string> {
  const places = new Map<unknown, string>()
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: answer, path: '' }]
  for (let next = waiting.pop(); next !== undefined && places.size < wanted.size; next = waiting.pop()) {
    const { value, path } = next
    if (wanted.has(value)) places.set(value, path)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object')
        waiting.push({ value: inner, path: path === '' ? key : `${path}.${key}` })
    }
  }
  return places
}

function readableFields(row: unknown): UnreadableRow['fields'] {
  if (typeof row !== 'object' || row === null) return []
  return Object.entries(row)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, mostFields)
    .map(([name, value]) => [name.slice(0, mostFieldCharacters), String(value).slice(0, mostFieldCharacters)])
}

function printRaw(row: unknown): string {
  try {
    const text = JSON.stringify(row) ?? ''
    return text.length > mostRawCharacters ? `${text.slice(0, mostRawCharacters)}…` : text
  } catch (error) {
    // The row is nested more deeply than the engine can serialize.
    if (error instanceof RangeError) return '…'
    throw error
  }
}
