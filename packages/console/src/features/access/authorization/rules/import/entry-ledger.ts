import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { BadRow, FileRow, SortedRows } from '#domain/access/checked-import/file-reading.ts'
import { findRuleTopicFault } from '#features/access/authorization/rules/rule-rows.ts'
import { ruleImport as m } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'

/** An entry with the rows of the file that it comes from. */
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
 * Collects the rules of each name. The first rule that matches decides, so an incomplete list of rules may allow what
 * it was meant to deny: a name with an invalid rule is left out with all its rules, and if it cannot be told which
 * name a row belongs to, nothing of the file can be imported.
 */
export class EntryLedger {
  readonly #max: number
  readonly #name: string
  readonly #entries = new Map<string, Open>()
  readonly #spoiled = new Set<string>()
  /** The rows that are left out, by their position; only the first reason of each row is kept. */
  readonly #bad = new Map<number, BadRow>()
  #isLost = false

  constructor(name: string, max: number) {
    this.#name = name
    this.#max = max
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Adds rules to a name, in their order. */
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

  /** Marks a name as invalid because one of its rows is not a valid rule. */
  spoil(id: string, row: FileRow, reason: string): void {
    this.#spoiled.add(id)
    this.#leaveOut(row, reason)
  }

  /** Records a row whose name cannot be told; this blocks the import. */
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

/** Holds the rules that a file contains for one name. */
export interface OwnEntry {
  readonly id: string
  readonly rules: BuiltInRule[]
}
