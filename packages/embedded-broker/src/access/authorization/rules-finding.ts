import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Finding } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { type PatternTest, ruleMismatch } from '@brokerdeck/languages/access-rules/match-rule.ts'
import { parseAclRecord } from '@brokerdeck/languages/access-rules/rules-of-acl.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns the decision of the first row that matches the request. Rows that are not rules are skipped, as in EMQX. */
export function rulesFinding(rows: readonly Row[], request: AccessRequest, test: PatternTest): Finding {
  let fault: string | undefined
  for (const [at, row] of rows.entries()) {
    const rule = parseAclRecord(row)
    if ('fault' in rule) fault = rule.fault
    else if (ruleMismatch(rule, request, test) === undefined) {
      return { decision: rule.permission, placed: { rule, number: at + 1 } }
    }
  }
  return { decision: 'nomatch', ...(fault === undefined ? {} : { fault }) }
}
