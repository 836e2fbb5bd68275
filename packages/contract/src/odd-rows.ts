import type { UnreadableRows } from './paging.ts'

const mostRawCharacters = 2_000
const mostFields = 12
const mostFieldCharacters = 200

/** A part of an answer that does not fit its schema. */
export interface UnreadableRow {
  /** Of the fault, from the beginning of the answer: `data.3.http_request.bindings`. */
  readonly path: string
  /** What is wrong there, in the words of the schema. */
  readonly detail: string
  /** What can be read of it: its texts, numbers and truth values. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Its JSON, cut after `mostRawCharacters`. */
  readonly raw: string
}

/** The first of what was left out, as much of it as can be read. */
export function describeOddRows({ answer, faults }: UnreadableRows): readonly UnreadableRow[] {
  const places = findPlaces(answer, new Set<unknown>(faults.map(({ list }) => list)))
  return faults.map(({ list, index, path, detail }) => ({
    path: [places.get(list) ?? '', String(index), path].filter((part) => part !== '').join('.'),
    detail: detail.slice(0, mostFieldCharacters),
    fields: readableFields(list[index]),
    raw: printRaw(list[index]),
  }))
}

/** Where the lists stand in the answer. Goes as deep as the answer does without a stack of its own. */
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
    // Nested deeper than the engine prints.
    if (error instanceof RangeError) return '…'
    throw error
  }
}
