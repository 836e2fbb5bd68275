import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { BadRow, FileRow, SortedRows } from '#domain/access/checked-import/file-reading.ts'
import { findRuleTopicFault } from '#features/access/authorization/rules/rule-rows.ts'
import { ruleImport as m } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'

/** An entry, and from which rows of the file it comes. */
export interface FiledEntry extends OwnEntry {
  readonly rows: readonly Pick<FileRow, 'at' | 'text'>[]
}

interface Open extends FiledEntry {
  readonly rows: Pick<FileRow, 'at' | 'text'>[]
}

function firstFault(topics: readonly string[]): string | undefined {
  for (const topic of topics) {
    const fault = findRuleTopicFault(topic)
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * Collects what belongs to one name. The first rule that matches decides, so rules with a gap between them may allow what
 * they were to deny: whoever has one that is none is left out with all of his, and where it cannot be told whose a row is,
 * nothing of the file can be imported.
 */
export class EntryLedger {
  readonly #max: number
  readonly #name: string
  readonly #entries = new Map<string, Open>()
  readonly #spoiled = new Set<string>()
  /** By where they stand: the first reason of each is enough. */
  readonly #bad = new Map<number, BadRow>()
  #isLost = false

  constructor(name: string, max: number) {
    this.#name = name
    this.#max = max
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** More rules of a name, in their order. */
  add(id: string, rules: OwnEntry['rules'], row: FileRow): void {
    const entry = this.#entries.get(id) ?? { id, rules: [], rows: [] }
    this.#entries.set(id, entry)
    entry.rules.push(...rules)
    entry.rows.push({ at: row.at, text: row.text })
    const fault =
      entry.rules.length > this.#max
        ? m.tooMany(formatNumber(this.#max))
        : firstFault(rules.map(({ topic }) => topic))
    if (fault !== undefined) this.spoil(id, row, fault)
  }

  /** A row of a name is none. */
  spoil(id: string, row: FileRow, reason: string): void {
    this.#spoiled.add(id)
    this.#leaveOut(row, reason)
  }

  /** Nobody can tell whose the row is. */
  lose(row: FileRow, reason: string): void {
    this.#isLost = true
    this.#leaveOut(row, reason)
  }

  #leaveOut({ at, text }: Pick<FileRow, 'at' | 'text'>, reason: string): void {
    if (!this.#bad.has(at)) this.#bad.set(at, { at, reason, text: text() })
  }

  sortRows(): SortedRows<FiledEntry> {
    const good: FiledEntry[] = []
    let count = 0
    for (const entry of this.#entries.values()) {
      if (!this.#spoiled.has(entry.id)) {
        good.push(entry)
        count += entry.rules.length
        continue
      }
      for (const row of entry.rows) this.#leaveOut(row, m.alongside(this.#name))
    }
    return {
      good,
      bad: [...this.#bad.values()].sort((one, other) => one.at - other.at),
      summary: good.length === 0 ? m.none : m.readable(formatNumber(good.length), formatNumber(count)),
      warnings: [],
      blocked: this.#isLost ? m.lost(this.#name) : undefined,
    }
  }
}

/** What a file has for one name. */
export interface OwnEntry {
  readonly id: string
  readonly rules: BuiltInRule[]
}
