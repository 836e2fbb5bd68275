import type { Permission } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatAlternatives } from '#i18n/sentences.ts'
import type { EvaluationVerdict } from './evaluation.ts'

/** A point before the deciding one for which it cannot be told whether it decides. */
export interface Undecided {
  readonly title: string
  /** The permission that results if it decides; undefined if either permission is possible. */
  readonly permission: Permission | undefined
}

/**
 * Judges a decision with open points. Behind the last open point that may differ, it makes no difference which one
 * decides: all give the same permission.
 */
export function judgeUndecided(
  open: readonly Undecided[],
  permission: Permission,
  title: string,
): Pick<EvaluationVerdict, 'outcome' | 'by' | 'dependsOn'> {
  const titles = (some: readonly Undecided[]) => some.map((one) => one.title)
  const same = open.findLastIndex((one) => one.permission !== permission) + 1
  const dependsOn = [...new Set(titles(open.slice(0, same)))]
  const by = [...new Set([...titles(open.slice(same)), title])]
  return { outcome: dependsOn.length > 0 ? 'depends' : permission, by, dependsOn }
}

/** Returns a note on the answer that remains if the open points do not decide, or says that they make no difference. */
export function notesOfDoubt(
  { outcome, by, dependsOn }: Pick<EvaluationVerdict, 'outcome' | 'by' | 'dependsOn'>,
  permission: Permission,
): readonly string[] {
  if (outcome !== 'depends') return by.length > 1 ? [m.sameAnswer] : []
  const who = formatAlternatives(by)
  const isAlone = dependsOn.length === 1 && dependsOn[0] === who
  if (isAlone) return [permission === 'allow' ? m.unlessRuleDenies : m.unlessRuleAllows]
  return [permission === 'allow' ? m.otherwiseAllow(who) : m.otherwiseDeny(who)]
}
