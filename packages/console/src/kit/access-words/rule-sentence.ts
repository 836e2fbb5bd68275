import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { deedWords } from './deed-words.ts'
import { m } from './messages.ts'
import { whoWords } from './who-words.ts'

/** A rule in words: "Denies everybody to subscribe to $SYS/#". */
export function ruleSentence(rule: AccessRule): string {
  return (rule.permission === 'allow' ? m.allows : m.denies)(whoWords(rule.who), deedWords(rule))
}
