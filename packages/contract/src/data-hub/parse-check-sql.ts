import { faultMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import type { StatementFault } from '@brokerdeck/languages/rule-sql/statement-problem.ts'

export type ParsedCheck =
  | { readonly statement: Statement }
  /** `reason` is the text of the broker. */
  | { readonly fault: StatementFault; readonly reason: string }

const word = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*\n|[\w$@~]+|[([\])]|[^\s]/g

/**
 * Parses the statement of a check. It has no FROM clause, because it applies to whatever message the validation
 * checks.
 */
export function parseCheckSql(sql: string): ParsedCheck {
  let depth = 0
  let end = sql.length
  for (const { 0: token, index } of sql.matchAll(word)) {
    if (/^[([]$/.test(token)) depth += 1
    if (/^[)\]]$/.test(token)) depth -= 1
    if (depth !== 0) continue
    if (/^from$/i.test(token))
      return toRefused(sql, { kind: 'syntax', found: token, from: index, to: index + token.length })
    if (/^where$/i.test(token)) {
      end = index
      break
    }
  }
  const from = ' FROM "#" '
  const parsed = parseStatement(`${sql.slice(0, end)}${from}${sql.slice(end)}`)
  if ('statement' in parsed) {
    if (parsed.statement.kind === 'select') return parsed
    const fault: StatementFault = { kind: 'syntax', found: 'foreach', from: 0, to: 7 }
    return { fault, reason: 'foreach_not_allowed' }
  }
  const shiftPlace = (at: number) => Math.min(sql.length, at <= end ? at : Math.max(end, at - from.length))
  const { fault } = parsed
  return toRefused(sql, { ...fault, from: shiftPlace(fault.from), to: shiftPlace(fault.to) })
}

/** The broker repeats all words of the statement, each with its length in the place of the line number. */
function toRefused(sql: string, fault: StatementFault): ParsedCheck {
  const message = faultMessage(fault)
  if (fault.kind === 'empty') return { fault, reason: '{parse_error,invalid_string}' }
  const words = sql.trim().split(/\s+/)
  const arePlain = words.length <= 20 && words.every((one) => /^[A-Za-z]\w*$/.test(one))
  const tokens = arePlain ? words.map((one) => `{'NAME',${one.length},"${one}"}`).join(',') : ''
  return { fault, reason: `{parse_error,{${JSON.stringify(message)},[${tokens}]}}` }
}
