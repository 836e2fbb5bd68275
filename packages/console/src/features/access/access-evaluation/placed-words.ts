import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { backendName } from '#domain/access-words/authn-name.ts'
import { rulePermit, ruleSentence } from '#domain/access-words/rule-words.ts'
import { accessEvaluation as m } from '#features/access/messages/access-evaluation.ts'

const tables = { clients: m.tableClients, users: m.tableUsers, all: m.tableAll } as const

/** Describes the place of a rule and its content in words. */
export function describePlaced({ table, number, line, rule }: PlacedRule): {
  readonly where: string
  readonly rule: string
} {
  // Rules of a client ID or a username do not say whom they are for.
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

/** Returns the title of the decider: a source, or what comes before or after all sources. */
export function deciderTitle(from: string): string {
  return titles.get(from) ?? backendName(from)
}
