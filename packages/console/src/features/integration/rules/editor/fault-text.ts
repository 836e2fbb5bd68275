import type { StatementProblem } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import { statementFaults as m } from '#features/integration/rules/messages/rule-editor.ts'
import { truncate } from '#lib/visible-text.ts'

/** The maximum number of characters of a name, which may be as long as the statement. */
const longestName = 80

export function shortenName(name: string): string {
  return name.length > longestName ? `${truncate(name, longestName)}…` : name
}

type StatementFaultProblem = Extract<StatementProblem, { kind: 'fault' }>

/** Returns in words why a text is not a valid statement. */
export function faultText({ fault, found: text }: Pick<StatementFaultProblem, 'fault' | 'found'>): string {
  const found = shortenName(text)
  if (fault === 'syntax' || fault === 'character') return found === '' ? m.endsEarly : m.unexpected(found)
  return fault === 'number' ? m.badNumber(found) : m[fault]
}
