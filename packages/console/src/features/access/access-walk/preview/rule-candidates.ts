import type { AccessRequest } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import type { PlacedRule } from '@brokerdeck/contract/access/rules/explain-access.ts'

/** How a topic has to begin for a rule to cover it; undefined: anything may be. */
type Beginnings = readonly string[] | undefined

const known = new WeakMap<readonly PlacedRule[], readonly Beginnings[]>()

function beginningsOf({ topics }: AccessRule): Beginnings {
  if (topics === 'all') return undefined
  return topics.map(({ text, isExact }) => {
    if (isExact) return text
    const [literal = ''] = text.split(/[+#]|\$\{/, 1)
    // `a/#` covers `a`.
    return literal.length < text.length ? literal.replace(/\/$/, '') : literal
  })
}

/** Those that may speak of a request, in order: of thousands of rules nearly all are about other topics. */
export function ruleCandidates(
  rules: readonly PlacedRule[],
  { action, topic }: Pick<AccessRequest, 'action' | 'topic'>,
): readonly PlacedRule[] {
  let beginnings = known.get(rules)
  if (beginnings === undefined) {
    beginnings = rules.map(({ rule }) => beginningsOf(rule))
    known.set(rules, beginnings)
  }
  const found: PlacedRule[] = []
  for (const [at, placed] of rules.entries()) {
    const { rule } = placed
    if (rule.action !== 'all' && rule.action !== action) continue
    const of = beginnings[at]
    if (of === undefined || of.some((beginning) => topic.startsWith(beginning))) found.push(placed)
  }
  return found
}
