import { topicMatches } from '../topic.ts'

/** What a rule reads and where it sends, as far as messages may go round. */
export interface RepublishingRule {
  readonly id: string
  /** What stands in FROM. */
  readonly from: readonly string[]
  /** Topics of its republishes, with their placeholders; without those that go past all rules. */
  readonly targets: readonly string[]
}

/** A rule, and the topic by which its result reaches the next one; the last reaches the first. */
export interface LoopStep {
  readonly id: string
  readonly target: string
}

/** The shortest way on which what a rule sends may come back to it; undefined where there is none. */
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
/** Stands for as many levels as the topic of the message has; any other placeholder for a part of one. */
const topicPlaceholder = '${topic}'

/** Whether a topic that a template may become is one of the filter. */
export function mayMatch(filter: string, template: string): boolean {
  if (!template.includes('${')) return topicMatches(filter, template)
  // Neither wildcard reaches topics of the broker itself.
  if (/^[+#]/.test(filter) && /^\$(?!\{)/.test(template)) return false
  return levelsMatch(filter.split('/'), template.split('/'))
}

/** `failed` keeps what was tried in vain, so that many placeholders take no longer than their places. */
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

/** The parts between placeholders have to be there in their order, the first and the last at the ends. */
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
