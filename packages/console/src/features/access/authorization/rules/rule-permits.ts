import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { ruleOfRecord } from '@brokerdeck/contract/access/rules/rule-of-record.ts'
import { rulePermit } from '#kit/access-words/rule-permit.ts'

/** Rules of the built-in database in words, in their order. */
export function rulePermits(rules: readonly BuiltInRule[]): readonly string[] {
  return rules.map((rule) => {
    const read = ruleOfRecord({ ...rule })
    return 'fault' in read ? rule.topic : rulePermit(read)
  })
}
