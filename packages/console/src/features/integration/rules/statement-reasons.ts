import { checkStatement } from '@brokerdeck/contract/rule-sql/check-statement.ts'
import type { StatementProblem } from '@brokerdeck/contract/rule-sql/statement-problem.ts'
import { rules as m } from '../messages/rules.ts'

/** What is wrong with a statement, one reason each; the editor says more of it. */
export function statementReasons(sql: string): readonly string[] {
  return [...new Set(checkStatement(sql).map(reasonOf))]
}

function reasonOf(problem: StatementProblem): string {
  if (problem.kind === 'fault') return m.fault
  const { name } = problem
  switch (problem.kind) {
    case 'unknown-function':
      return m.unknownFunction(name)
    case 'argument-count':
    case 'argument-type':
      return m.wrongArguments(name)
    case 'unknown-column':
    case 'other-event':
      return m.unknownColumn(name)
    case 'not-everywhere':
      return m.partialColumn(name)
    case 'early-alias':
      return m.earlyAlias(name)
    case 'unknown-event':
      return m.unknownEvent(name)
    case 'impossible-filter':
      return m.impossibleFilter(name)
    case 'covered-source':
    case 'source-twice':
      return m.twice(name)
  }
}
