import { formatNumber } from '#i18n/format-number.ts'
import { isPlain, visibleText } from '#lib/visible-text.ts'
import type { BadRow, FileRow, RowSorter, SortedRows } from '#managed/checked-import/file-reading.ts'
import { userImport as m } from '../messages.ts'
import type { HashShape } from './hash-shape.ts'
import { type ImportKind, importColumns, neededColumns } from './import-kind.ts'
import { type UserRow, userFault } from './user-row.ts'

const isRow = (value: unknown): value is UserRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Users of a file: those that the broker would refuse are told apart, since it refuses the whole file with them. */
export class UserSorter implements RowSorter<UserRow> {
  readonly emptyReason = m.empty
  readonly noListReason = m.notList
  readonly #kind: ImportKind
  readonly #good: UserRow[] = []
  readonly #bad: BadRow[] = []
  readonly #known = new Set<string>()
  readonly #shape: HashShape | undefined
  #duplicates = 0
  readonly #unclear: string[] = []

  constructor(kind: ImportKind, shape?: HashShape) {
    this.#kind = kind
    this.#shape = shape
  }

  headFault(names: readonly string[]): string | undefined {
    const missing = neededColumns[this.#kind].filter((name) => !names.includes(name))
    if (missing.length === 0) return undefined
    if (names.length === 1 && names[0]?.includes(';') === true) return m.semicolons
    return names.includes('user_id')
      ? m.missingColumns(missing.join(', '))
      : m.noHead(importColumns[this.#kind].join(', '))
  }

  take({ at, value, fault, text }: FileRow): void {
    const row = isRow(value) ? value : undefined
    const reason = fault ?? (row === undefined ? m.notObject : userFault(row, this.#kind, this.#shape))
    if (row === undefined || reason !== undefined) {
      this.#bad.push({ at, reason: reason ?? m.notObject, text: text() })
      return
    }
    const id = String(row['user_id'])
    if (this.#known.has(id)) this.#duplicates += 1
    this.#known.add(id)
    if (!isPlain(id)) this.#unclear.push(id)
    this.#good.push(row)
  }

  sorted(): SortedRows<UserRow> {
    const count = this.#good.length
    const duplicates = this.#duplicates
    const [unclear] = this.#unclear
    const unclearCount = this.#unclear.length
    return {
      good: this.#good,
      bad: this.#bad,
      summary: count === 0 ? m.noneReadable : m.readable(count, formatNumber(count)),
      warnings: [
        ...(duplicates === 0 ? [] : [m.duplicates(duplicates, formatNumber(duplicates))]),
        ...(unclear === undefined
          ? []
          : [m.unclear(unclearCount, formatNumber(unclearCount), visibleText(unclear, 80))]),
      ],
    }
  }
}
