import type { EvaluationBudget } from '../budget.ts'
import type { CodeSet } from './alphabet.ts'
import type { Pattern, PatternNode } from './pattern-syntax.ts'

/** From and to of the whole and of each group. */
export type Found = readonly (readonly [number, number] | undefined)[]

type Next = (at: number) => boolean

/** As PCRE: who tries longer than this finds nothing more. */
const mostSteps = 2_000_000
/** Deeper calls are more than a stack has. */
const deepest = 3000

class GivenUp extends Error {}

/** What looking for a pattern may cost, however many places of a subject it is looked for in. */
export class Steps {
  readonly #budget: EvaluationBudget
  #taken = 0

  constructor(budget: EvaluationBudget) {
    this.#budget = budget
  }

  take(count: number): void {
    this.#taken += count
    if (this.#taken > mostSteps) throw new GivenUp()
    this.#budget.spend(count)
  }
}

/** Bytes, or the codes of characters. */
export type Subject = ArrayLike<number>

/** The first place from `from` on where the pattern is found; undefined too if looking for it takes too long. */
export function findPattern(
  pattern: Pattern,
  subject: Subject,
  { from, steps }: { readonly from: number; readonly steps: Steps },
): Found | undefined {
  const matcher = new Matcher(pattern, subject, steps)
  try {
    for (let at = from; at <= subject.length; at++) {
      const found = matcher.at(at)
      if (found !== undefined) return found
    }
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error
  }
  return undefined
}

class Matcher {
  readonly #pattern: Pattern
  readonly #subject: Subject
  readonly #steps: Steps
  #groups: (readonly [number, number] | undefined)[] = []
  #depth = 0

  constructor(pattern: Pattern, subject: Subject, steps: Steps) {
    this.#pattern = pattern
    this.#subject = subject
    this.#steps = steps
  }

  at(start: number): Found | undefined {
    this.#groups = []
    let end = -1
    const isFound = this.#run(this.#pattern.root, start, (at) => {
      end = at
      return true
    })
    if (!isFound) return undefined
    const groups = Array.from({ length: this.#pattern.groups }, (_, at) => this.#groups[at + 1])
    return [[start, end], ...groups]
  }

  #run(node: PatternNode, at: number, next: Next): boolean {
    this.#steps.take(1)
    this.#depth += 1
    if (this.#depth > deepest) throw new GivenUp()
    const isFound = this.#step(node, at, next)
    this.#depth -= 1
    return isFound
  }

  #step(node: PatternNode, at: number, next: Next): boolean {
    switch (node.kind) {
      case 'set':
        return at < this.#subject.length && node.has.has(this.#subject[at] ?? -1) && next(at + 1)
      case 'sequence':
        return this.#sequence(node.items, 0, at, next)
      case 'choice':
        return node.options.some((option) => this.#run(option, at, next))
      case 'repeat':
        if (node.manner === 'possessive') {
          return this.#atomic({ ...node, manner: 'greedy' }, at, next)
        }
        return node.item.kind === 'set'
          ? this.#run1(node, node.item.has, at, next)
          : this.#repeat(node, 0, at, -1, next)
      case 'group': {
        const before = this.#groups[node.index]
        const isFound = this.#run(node.item, at, (end) => {
          const inner = this.#groups[node.index]
          this.#groups[node.index] = [at, end]
          if (next(end)) return true
          this.#groups[node.index] = inner
          return false
        })
        if (!isFound) this.#groups[node.index] = before
        return isFound
      }
      case 'atomic':
        return this.#atomic(node.item, at, next)
      case 'look':
        return this.#look(node, at) !== node.isNegative && next(at)
      case 'same': {
        const index = typeof node.index === 'number' ? node.index : this.#pattern.names.get(node.index)
        const group = this.#groups[index ?? -1]
        if (group === undefined) return false
        const length = group[1] - group[0]
        this.#steps.take(length)
        for (let step = 0; step < length; step++) {
          if (this.#subject[group[0] + step] !== this.#subject[at + step]) return false
        }
        return next(at + length)
      }
      case 'edge':
        return this.#isEdge(node.edge, at) && next(at)
    }
  }

  #sequence(items: readonly PatternNode[], index: number, at: number, next: Next): boolean {
    const item = items[index]
    if (item === undefined) return next(at)
    return this.#run(item, at, (end) => this.#sequence(items, index + 1, end, next))
  }

  /** Repeats of single bytes go without a call for each. */
  #run1(node: Extract<PatternNode, { kind: 'repeat' }>, has: CodeSet, at: number, next: Next): boolean {
    const most = Math.min(this.#subject.length - at, node.most)
    if (node.manner === 'lazy') {
      for (let count = 0; count <= most; count++) {
        if (count >= node.least && next(at + count)) return true
        if (!has.has(this.#subject[at + count] ?? -1)) return false
        this.#steps.take(1)
      }
      return false
    }
    let count = 0
    while (count < most && has.has(this.#subject[at + count] ?? -1)) count += 1
    this.#steps.take(count)
    for (; count >= node.least; count--) if (next(at + count)) return true
    return false
  }

  #repeat(
    node: Extract<PatternNode, { kind: 'repeat' }>,
    count: number,
    at: number,
    before: number,
    next: Next,
  ): boolean {
    // A turn that takes nothing would be taken for ever.
    if (count >= node.least && at === before) return next(at)
    const again = () =>
      count < node.most && this.#run(node.item, at, (end) => this.#repeat(node, count + 1, end, at, next))
    if (count < node.least) return again()
    return node.manner === 'lazy' ? next(at) || again() : again() || next(at)
  }

  #atomic(item: PatternNode, at: number, next: Next): boolean {
    let end = -1
    const isFound = this.#run(item, at, (found) => {
      end = found
      return true
    })
    return isFound && next(end)
  }

  #look({ item, isBehind }: Extract<PatternNode, { kind: 'look' }>, at: number): boolean {
    if (!isBehind) return this.#run(item, at, () => true)
    for (let from = at; from >= 0; from--) if (this.#run(item, from, (end) => end === at)) return true
    return false
  }

  #isEdge(edge: Extract<PatternNode, { kind: 'edge' }>['edge'], at: number): boolean {
    const subject = this.#subject
    const isEnd = at === subject.length
    const isBreak = subject[at] === 10
    switch (edge) {
      case 'start':
        return at === 0
      case 'end':
        return isEnd
      case 'last':
        return isEnd || (isBreak && at === subject.length - 1)
      case 'line-start':
        return at === 0 || (subject[at - 1] === 10 && !isEnd)
      case 'line-end':
        return isEnd || isBreak
      case 'word':
      case 'no-word':
        return (this.#isWord(at - 1) !== this.#isWord(at)) === (edge === 'word')
    }
  }
  #isWord(at: number): boolean {
    const code = this.#subject[at]
    return code !== undefined && this.#pattern.word.has(code)
  }
}
