import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { accessWords as m } from '../messages/mqtt.ts'
import { actionWords } from './action-words.ts'

/** A rule in words where it is known for whom it is: "May publish to a/#". */
export function rulePermit(rule: AccessRule): string {
  return (rule.permission === 'allow' ? m.allow : m.deny)(actionWords(rule))
}
