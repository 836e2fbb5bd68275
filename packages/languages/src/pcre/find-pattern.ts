import { type ByteSet, hasByte, isSameByte } from './byte-sets.ts'
import { findFixedLength } from './fixed-length.ts'
import { isEdge } from './is-edge.ts'
import {
  type Condition,
  isAnchored,
  type LookNode,
  type Pattern,
  type PatternNode,
  type RepeatNode,
} from './pattern-node.ts'
import { FailedPlaces, type RepeatKeys, repeatKeys } from './repeat-keys.ts'
import { GivenUpError, type Steps } from './steps.ts'

/** The start and end of the whole match and of each group. */
export type PatternMatch = readonly (readonly [number, number] | undefined)[]

type Next = (at: number) => boolean

/** The maximum call depth; deeper calls overflow the stack. */
const deepest = 3000
/** Returns the first match from `from` on; throws if the search takes too long. */
export function findPattern(
  pattern: Pattern,
  subject: Uint8Array,
  { from, steps }: { readonly from: number; readonly steps: Steps },
): PatternMatch | undefined {
  const matcher = new Matcher(pattern, subject, { from, steps })
  const last = isAnchored(pattern.root) ? Math.min(from, 0) : subject.length
  try {
    for (let at = from; at <= last; at++) {
      const found = matcher.at(at)
      if (found !== undefined) return found
    }
  } catch (error) {
    // The stack overflows earlier if the caller has used much of it.
    if (error instanceof RangeError) throw new GivenUpError()
    throw error
  }
  return undefined
}

class Matcher {
  readonly #pattern: Pattern
  readonly #subject: Uint8Array
  readonly #steps: Steps
  readonly #from: number
  readonly #keys: RepeatKeys
  readonly #failed: FailedPlaces
  #groups: (readonly [number, number] | undefined)[] = []
  /** The groups that are being called; the innermost group is the last. */
  #calls: readonly number[] = []
  #start = 0
  #depth = 0

  constructor(
    pattern: Pattern,
    subject: Uint8Array,
    { from, steps }: { readonly from: number; readonly steps: Steps },
  ) {
    this.#pattern = pattern
    this.#subject = subject
    this.#steps = steps
    this.#from = from
    this.#keys = repeatKeys(pattern)
    this.#failed = new FailedPlaces(subject.length + 1)
  }

  at(start: number): PatternMatch | undefined {
    this.#groups = []
    this.#start = start
    let end = -1
    const isFound = this.#run(this.#pattern.root, start, (at) => {
      end = at
      return true
    })
    if (!isFound) return undefined
    const groups = Array.from({ length: this.#pattern.groups }, (_, at) => this.#groups[at + 1])
    return [[Math.min(this.#start, end), end], ...groups]
  }

  #run(node: PatternNode, at: number, next: Next): boolean {
    this.#steps.take(1)
    this.#depth += 1
    if (this.#depth > deepest) throw new GivenUpError()
    const isFound = this.#step(node, at, next)
    this.#depth -= 1
    return isFound
  }

  #step(node: PatternNode, at: number, next: Next): boolean {
    switch (node.kind) {
      case 'bytes':
        return this.#bytes(node.sets, at) && next(at + node.sets.length)
      case 'sequence':
        return this.#sequence(node.items, 0, at, next)
      case 'choice':
        return node.options.some((option) => this.#run(option, at, next))
      case 'repeat':
        return this.#remembering(node, 0, at, () => this.#matchRepeated(node, at, next))
      case 'group':
        return this.#group(node, at, next)
      case 'atomic':
        return this.#atomic(node.item, at, next)
      case 'look':
        return this.#look(node, at) !== node.isNegative && next(at)
      case 'same':
        return this.#same(node, at, next)
      case 'call':
        return this.#call(node.reference.groups[0] ?? 0, at, next)
      case 'condition':
        return this.#run(this.#holds(node.condition, at) ? node.yes : node.no, at, next)
      case 'edge':
        return isEdge(node.edge, this.#subject, at, this.#from) && next(at)
      case 'keep': {
        const before = this.#start
        this.#start = at
        if (next(at)) return true
        this.#start = before
        return false
      }
    }
  }

  #bytes(sets: readonly ByteSet[], at: number): boolean {
    for (const [step, set] of sets.entries()) {
      if (!hasByte(set, this.#subject[at + step])) {
        this.#steps.take(step)
        return false
      }
    }
    this.#steps.take(sets.length)
    return true
  }

  #group(node: Extract<PatternNode, { kind: 'group' }>, at: number, next: Next): boolean {
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

  #sequence(items: readonly PatternNode[], index: number, at: number, next: Next): boolean {
    const item = items[index]
    if (item === undefined) return next(at)
    return this.#run(item, at, (end) => this.#sequence(items, index + 1, end, next))
  }

  /** Skips an attempt that has failed at the same place before. */
  #remembering(node: RepeatNode, count: number, at: number, attempt: () => boolean): boolean {
    const id = this.#keys.get(node)
    if (id === undefined) return attempt()
    const key = id * 2 + (count >= node.least ? 1 : 0)
    if (this.#failed.has(key, at)) return false
    const isFound = attempt()
    if (!isFound) this.#failed.add(key, at)
    return isFound
  }

  #matchRepeated(node: RepeatNode, at: number, next: Next): boolean {
    const [set] = node.item.kind === 'bytes' && node.item.sets.length === 1 ? node.item.sets : []
    return set === undefined ? this.#repeat(node, 0, at, -1, next) : this.#repeatByte(node, set, at, next)
  }

  /** Matches repeats of single bytes in a loop, without a call for each byte. */
  #repeatByte(node: RepeatNode, set: ByteSet, at: number, next: Next): boolean {
    const most = Math.min(this.#subject.length - at, node.most)
    if (node.manner === 'lazy') {
      for (let count = 0; count <= most; count++) {
        if (count >= node.least && next(at + count)) return true
        if (!hasByte(set, this.#subject[at + count])) return false
        this.#steps.take(1)
      }
      return false
    }
    let count = 0
    while (count < most && hasByte(set, this.#subject[at + count])) count += 1
    this.#steps.take(count)
    for (; count >= node.least; count--) {
      if (next(at + count)) return true
      this.#steps.take(1)
    }
    return false
  }

  #repeat(node: RepeatNode, count: number, at: number, before: number, next: Next): boolean {
    // A repetition that matches nothing would repeat endlessly.
    if (count >= node.least && at === before) return next(at)
    const again = () =>
      count < node.most &&
      this.#run(node.item, at, (end) => this.#turn(node, count + 1, { at: end, before: at }, next))
    if (count < node.least) return again()
    return node.manner === 'lazy' ? next(at) || again() : again() || next(at)
  }

  #turn(
    node: RepeatNode,
    count: number,
    { at, before }: { readonly at: number; readonly before: number },
    next: Next,
  ): boolean {
    const attempt = () => this.#repeat(node, count, at, before, next)
    return at === before ? attempt() : this.#remembering(node, count, at, attempt)
  }

  #atomic(item: PatternNode, at: number, next: Next): boolean {
    const groups = [...this.#groups]
    let end = -1
    const isFound = this.#run(item, at, (found) => {
      end = found
      return true
    })
    if (isFound && next(end)) return true
    this.#groups = groups
    return false
  }

  #look({ item, isBehind, isNegative }: LookNode, at: number): boolean {
    const [groups, start] = [[...this.#groups], this.#start]
    const isFound = isBehind ? this.#behind(item, at) : this.#run(item, at, () => true)
    if (isNegative) {
      this.#groups = groups
      this.#start = start
    }
    return isFound
  }

  #behind(item: PatternNode, at: number): boolean {
    const options = item.kind === 'choice' ? item.options : [item]
    return options.some((option) => {
      const from = at - (findFixedLength(option, this.#pattern.bodies) ?? Number.POSITIVE_INFINITY)
      return from >= 0 && this.#run(option, from, (end) => end === at)
    })
  }

  #same(node: Extract<PatternNode, { kind: 'same' }>, at: number, next: Next): boolean {
    const index = node.reference.groups.find((one) => this.#groups[one] !== undefined)
    const group = this.#groups[index ?? -1]
    if (group === undefined) return false
    const length = group[1] - group[0]
    this.#steps.take(length)
    if (at + length > this.#subject.length) return false
    for (let step = 0; step < length; step++) {
      if (!isSameByte(this.#subject[group[0] + step], this.#subject[at + step], node.isCaseless)) return false
    }
    return next(at + length)
  }

  /** Runs a called group, which matches in one way only; afterwards the captured groups are restored. */
  #call(group: number, at: number, next: Next): boolean {
    const body = this.#pattern.bodies.get(group)
    if (body === undefined) return false
    const groups = this.#groups
    const calls = this.#calls
    this.#groups = [...groups]
    this.#calls = [...calls, group]
    let end = -1
    const isFound = this.#run(body, at, (found) => {
      end = found
      return true
    })
    this.#groups = groups
    this.#calls = calls
    return isFound && next(end)
  }

  #holds(condition: Condition, at: number): boolean {
    switch (condition.kind) {
      case 'define':
        return false
      case 'group':
        return condition.groups.some((group) => this.#groups[group] !== undefined)
      case 'called': {
        const last = this.#calls.at(-1)
        return last !== undefined && (condition.group === undefined || condition.group === last)
      }
      case 'look':
        return condition.look.kind === 'look' && this.#look(condition.look, at) !== condition.look.isNegative
    }
  }
}
