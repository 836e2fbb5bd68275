import { findFixedLength } from './fixed-length.ts'
import type { GroupReference, PatternNode } from './pattern-node.ts'
import type { PatternSource } from './pattern-source.ts'

const badReference = 'reference to non-existent subpattern'

/** The groups of a pattern by name and number, and the checks that need all groups to be known. */
export class PatternNames {
  readonly #source: PatternSource
  readonly #groups = new Map<string, number[]>()
  readonly #checks: (() => void)[] = []
  readonly bodies = new Map<number, PatternNode>()
  #isBehind = false

  constructor(source: PatternSource) {
    this.#source = source
  }

  /** Registers the name of a group that begins here. */
  define(name: string, group: number, at: number): void {
    const before = this.#groups.get(name)
    if (before === undefined) this.#groups.set(name, [group])
    else if (!this.#source.flags.J && !before.includes(group))
      throw this.#source.fault('two named subpatterns have the same name', at)
    else if (!before.includes(group)) before.push(group)
  }

  defineBody(group: number, body: PatternNode): void {
    // If several groups have the same number, as in `(?|(a)|(b))`, calls run the first group.
    if (!this.bodies.has(group)) this.bodies.set(group, body)
  }

  /** Postpones a check until the whole pattern is read. */
  later(check: () => void): void {
    this.#checks.push(check)
  }

  checkAll(): void {
    for (const check of this.#checks) check()
    if (this.#source.highestReference > this.#source.groups)
      throw this.#source.fault(badReference, this.#source.text.length)
  }

  groupsNamed(name: string): readonly number[] | undefined {
    return this.#groups.get(name)
  }

  find(name: string, at: number): GroupReference {
    const reference: GroupReference = { groups: [] }
    this.later(() => {
      const groups = this.groupsNamed(name)
      if (groups === undefined) throw this.#source.fault(badReference, at)
      reference.groups = groups
    })
    return reference
  }

  /** Resolves the group of `(?1)`, `(?-1)`, `(?+1)`, `(?R)` or `(?&name)`. */
  findCalled(written: string, at: number): GroupReference {
    const [, sign = '', digits] = /^([+-]?)(\d+)$/.exec(written) ?? []
    if (digits === undefined) return this.find(written, at)
    const { groups } = this.#source
    const number = Number(digits)
    if (sign !== '' && number === 0) throw this.#source.fault('a numbered reference must not be zero', at)
    const group = sign === '-' ? groups - number + 1 : sign === '+' ? groups + number : number
    if (sign === '-' && number > groups) throw this.#source.fault(badReference, at)
    this.later(() => {
      if (group > this.#source.groups) throw this.#source.fault(badReference, at)
    })
    return { groups: [group] }
  }

  /** Reads the content of a lookbehind, each branch of which must have a fixed length. */
  insideBehind<Read>(isBehind: boolean, read: () => Read): Read {
    const before = this.#isBehind
    this.#isBehind = isBehind
    const found = read()
    this.#isBehind = before
    return found
  }

  endBranch(options: readonly PatternNode[]): void {
    const branch = options.at(-1)
    const { at } = this.#source
    if (!this.#isBehind || branch === undefined) return
    this.later(() => {
      if (findFixedLength(branch, this.bodies) === undefined)
        throw this.#source.fault('lookbehind assertion is not fixed length', at)
    })
  }
}
