import type { StatementProblem } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import {
  statementProblems as problems,
  valueTypes,
} from '#features/integration/rules/messages/rule-editor.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatAlternatives, formatList } from '#i18n/sentences.ts'
import { faultText, shortenName } from './fault-text.ts'

/** The maximum number of names that are listed next to each other. */
const mostNames = 5

function formatNames(names: readonly string[]): string {
  const first = names.slice(0, mostNames).map(shortenName)
  return formatList(names.length > mostNames ? [...first, '…'] : first)
}

/** Returns in words what is wrong with a statement. */
export function problemText(given: StatementProblem): string {
  const problem = 'name' in given ? { ...given, name: shortenName(given.name) } : given
  switch (problem.kind) {
    case 'fault':
      return faultText(problem)
    case 'unknown-function':
      return problems.unknownFunction(problem.name, problem.near)
    case 'argument-count':
      return problems.argumentCount(
        problem.name,
        formatAlternatives(problem.counts.map((count) => formatNumber(count))),
        formatNumber(problem.given),
      )
    case 'argument-type':
      return problems.argumentType(problem.name, valueTypes[problem.wanted], valueTypes[problem.given])
    case 'argument-option':
      return problems.argumentOption(
        problem.name,
        shortenName(problem.given),
        formatAlternatives(problem.options),
      )
    case 'unknown-column':
      return problems.unknownColumn(problem.name, problem.near)
    case 'other-event':
      return problems.otherEvent(problem.name, formatNames(problem.events))
    case 'not-everywhere':
      return problems.notEverywhere(problem.name, formatNames(problem.without))
    case 'early-alias':
      return problems.earlyAlias(problem.name)
    case 'unknown-event':
      return problems.unknownEvent(problem.name, problem.near)
    case 'unknown-source':
      return problems.unknownSource(problem.name, problem.near)
    case 'unknown-schema':
      return problems.unknownSchema(problem.name, problem.near)
    case 'impossible-filter':
      return problems.impossibleFilter(problem.name)
    case 'shared-filter':
      return problems.sharedFilter(problem.name)
    case 'quiet-filter':
      return problems.quietFilter(problem.name, problem.near)
    case 'payload-no-json':
      return problems.payloadNoJson
    case 'covered-source':
      return problems.coveredSource(problem.name, shortenName(problem.by))
    case 'source-twice':
      return problems.sourceTwice(problem.name)
  }
}
