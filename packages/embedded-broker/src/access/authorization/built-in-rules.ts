import { type BuiltInRule, builtInRuleSchema } from '@brokerdeck/contract/access/authorization-rules.ts'
import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { AccessClient } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'

const kind = 'authz-rules'
const recordSchema = v.object({
  table: v.picklist(['clients', 'users', 'all']),
  id: v.string(),
  rules: v.array(builtInRuleSchema),
})

/** The rules as a backup stores them. */
export const storedBuiltInRules = { set: 'builtin_authz', kind, schema: recordSchema } as const

/** The table of a rule; the rules for all clients have no name. */
export type RuleTable = v.InferOutput<typeof recordSchema>['table']

export interface RulesOf {
  readonly id: string
  readonly rules: readonly BuiltInRule[]
}

interface Entry extends RulesOf {
  readonly placed: readonly PlacedRule[]
}

/** Holds the rules of the built-in database: for client IDs, for usernames, and for all clients. */
export class BuiltInRules {
  readonly #store: Store
  readonly #tables: Readonly<Record<RuleTable, Map<string, Entry>>> = {
    clients: new Map(),
    users: new Map(),
    all: new Map(),
  }
  /** The rules in the order of lists; a table is missing after a change. */
  readonly #sorted = new Map<RuleTable, readonly RulesOf[]>()

  constructor(store: Store) {
    this.#store = store
    this.reload()
    store.onRefused(kind, () => this.reload())
  }

  /** Replaces the rules by those that the store holds now. */
  reload(): void {
    for (const table of Object.values(this.#tables)) table.clear()
    for (const [, { table, id, rules }] of readRecords(this.#store, kind, recordSchema)) {
      this.#tables[table].set(id, toEntry(table, id, rules))
    }
    this.#sorted.clear()
  }

  /** Yields the rules that apply to a client, in order. */
  *of({ clientid, username }: AccessClient): Iterable<PlacedRule> {
    yield* this.#tables.clients.get(clientid)?.placed ?? []
    if (username !== undefined) yield* this.#tables.users.get(username)?.placed ?? []
    yield* this.#tables.all.get('')?.placed ?? []
  }

  /** Lists the entries from the last name to the first, as EMQX does. */
  list(table: RuleTable): readonly RulesOf[] {
    const before = this.#sorted.get(table)
    if (before !== undefined) return before
    const sorted = [...this.#tables[table].values()].sort((a, b) => (a.id < b.id ? 1 : -1))
    this.#sorted.set(table, sorted)
    return sorted
  }

  find(table: RuleTable, id: string): readonly BuiltInRule[] | undefined {
    return this.#tables[table].get(id)?.rules
  }

  get count(): number {
    const all = Object.values(this.#tables).flatMap((table) => [...table.values()])
    return all.reduce((sum, { rules }) => sum + rules.length, 0)
  }

  async put(table: RuleTable, entries: readonly RulesOf[]): Promise<void> {
    const writes = entries.map(({ id, rules }) => {
      this.#tables[table].set(id, toEntry(table, id, rules))
      return this.#store.put(kind, toKey(table, id), { table, id, rules })
    })
    this.#sorted.delete(table)
    await Promise.all(writes)
  }

  async remove(table: RuleTable, id: string): Promise<boolean> {
    if (!this.#tables[table].delete(id)) return false
    this.#sorted.delete(table)
    await this.#store.remove(kind, toKey(table, id))
    return true
  }

  async clear(): Promise<void> {
    const removals = [...this.#tables.clients.keys()].map((id) => toKey('clients', id))
    removals.push(...[...this.#tables.users.keys()].map((id) => toKey('users', id)))
    removals.push(...[...this.#tables.all.keys()].map((id) => toKey('all', id)))
    for (const table of Object.values(this.#tables)) table.clear()
    this.#sorted.clear()
    await Promise.all(removals.map((key) => this.#store.remove(kind, key)))
  }
}

const toKey = (table: RuleTable, id: string): string => `${table}:${id}`

function toEntry(table: RuleTable, id: string, rules: readonly BuiltInRule[]): Entry {
  return { id, rules, placed: placeBuiltInRules(table, rules) }
}
