import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { backendName } from '#domain/access-words/authn-name.ts'
import { rulePermit, ruleSentence } from '#domain/access-words/rule-words.ts'
import { accessWalk as m } from '#features/access/messages/access-walk.ts'

const tables = { clients: m.tableClients, users: m.tableUsers, all: m.tableAll } as const

/** Where a rule stands, and what it says. */
export function describePlaced({ table, number, line, rule }: PlacedRule): {
  readonly where: string
  readonly rule: string
} {
  // Those of a client ID or a username do not say for whom they are.
  const isOfOne = table === 'clients' || table === 'users'
  return {
    where: table === undefined ? m.ruleInFile(number, line ?? number) : m.ruleInTable(tables[table], number),
    rule: isOfOne ? rulePermit(rule) : ruleSentence(rule),
  }
}

const titles: ReadonlyMap<string, string> = new Map([
  ['client_info', m.ownRules],
  ['superuser', m.superuser],
  ['default', m.defaultTitle],
])

/** How whoever decides is called: a source, or what stands before and behind all of them. */
export function deciderTitle(from: string): string {
  return titles.get(from) ?? backendName(from)
}
