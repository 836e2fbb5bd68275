import { topicMatches } from '../topic.ts'

/** The sources and targets of a rule, as far as messages may loop. */
export interface RepublishingRule {
  readonly id: string
  /** The topics in the FROM clause. */
  readonly from: readonly string[]
  /** The topics of its republish actions, with their placeholders; without republish actions that bypass all rules. */
  readonly targets: readonly string[]
}

/** A rule, and the topic by which its result reaches the next rule; the last rule reaches the first. */
export interface LoopStep {
  readonly id: string
  readonly target: string
}

/** Returns the shortest path on which messages of a rule may return to it; undefined if there is none. */
export function republishLoop(
  rule: RepublishingRule,
  others: readonly RepublishingRule[],
): readonly LoopStep[] | undefined {
  const waiting: { readonly at: RepublishingRule; readonly way: readonly LoopStep[] }[] = [
    { at: rule, way: [] },
  ]
  const seen = new Set<string>()
  for (const { at, way } of waiting) {
    for (const target of at.targets) {
      const next = [...way, { id: at.id, target }]
      if (reads(rule, target)) return next
      for (const other of others) {
        if (other.id === rule.id || seen.has(other.id) || !reads(other, target)) continue
        seen.add(other.id)
        waiting.push({ at: other, way: next })
      }
    }
  }
  return undefined
}

const reads = ({ from }: RepublishingRule, target: string) =>
  from.some((filter) => !/^\$(?:events|bridges|sources)\//.test(filter) && mayMatch(filter, target))

const placeholder = /\$\{[^}]*\}/g
/** Stands for all levels of the topic of the message; any other placeholder stands for a part of one level. */
const topicPlaceholder = '${topic}'

/** Returns whether a topic that a template can produce matches the filter. */
export function mayMatch(filter: string, template: string): boolean {
  if (!template.includes('${')) return topicMatches(filter, template)
  // Wildcards at the first level do not match the broker's own topics.
  if (/^[+#]/.test(filter) && /^\$(?!\{)/.test(template)) return false
  return levelsMatch(filter.split('/'), template.split('/'))
}

/**
 * Matches levels; `failed` holds the positions that failed, so that many placeholders take no longer than their
 * positions.
 */
function levelsMatch(
  filter: readonly string[],
  template: readonly string[],
  failed: Set<string> = new Set(),
): boolean {
  const place = `${filter.length} ${template.length}`
  if (failed.has(place)) return false
  const isMatch = restMatches(filter, template, failed)
  if (!isMatch) failed.add(place)
  return isMatch
}

function restMatches(filter: readonly string[], template: readonly string[], failed: Set<string>): boolean {
  const [wanted, ...rest] = filter
  if (wanted === '#') return true
  const [given, ...more] = template
  if (wanted === undefined || given === undefined) return wanted === undefined && given === undefined
  if (given === topicPlaceholder)
    return filter.some((level, at) => level === '#' || levelsMatch(filter.slice(at + 1), more, failed))
  return (wanted === '+' || levelMatches(wanted, given)) && levelsMatch(rest, more, failed)
}

/** The texts between placeholders must occur in order, the first and the last at the ends. */
function levelMatches(wanted: string, given: string): boolean {
  const parts = given.split(placeholder)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return wanted === given
  if (!wanted.startsWith(first) || !wanted.endsWith(last) || wanted.length < first.length + last.length)
    return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = wanted.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= wanted.length - last.length
}
