/** A file of the build with its styles, as far as joining it with others is concerned. */
export interface PlainChunk {
  readonly name: string
  readonly bytes: number
  /** A file of styles is one of its own. */
  readonly hasStyles: boolean
  readonly imports: readonly string[]
  /** What others look for by the name of its file: two of those stay apart. */
  readonly isNamed: boolean
  readonly isJoinable: boolean
}

/** What somebody loads together: a page with what its first view shows, or what is opened from there. */
export interface View {
  readonly chunks: readonly string[]
  readonly weight: number
  /** How many bytes that it does not use it may come to carry. */
  readonly mostWaste: number
  /** What is there before it and does not count. */
  readonly before?: readonly string[]
}

export interface JoinedChunk {
  readonly name: string
  readonly members: readonly string[]
}

/** On a slow line six files come at a time, and each waits for a round trip: that long, a few kilobytes arrive. */
const bytesPerFile = 5000

/** What a file of its own costs in packing, in naming what it gives and what it takes. */
const bytesOfWrapping = 200

interface Group {
  readonly members: readonly string[]
  readonly bytes: number
  readonly styles: number
  readonly isNamed: boolean
  readonly isJoinable: boolean
}

interface Loaded {
  readonly view: View
  readonly groups: ReadonlySet<number>
  readonly before: ReadonlySet<number>
  readonly waste: number
}

/**
 * Which chunks become one: those that are mostly loaded together, as long as no view carries more than it may of what
 * it has no use for, and no two files come to need each other.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, PlainChunk>,
  views: readonly View[],
): readonly JoinedChunk[] {
  const joining = new Joining(chunks, views)
  for (let before = -1; before !== joining.joins; ) {
    before = joining.joins
    for (const { one, other } of joining.listPairs()) joining.joinIfWorthIt(one, other)
  }
  return nameJoined(joining.listJoined(), chunks)
}

/** After what others look for by its name, or else after the largest: no two the same, nor as one that stays alone. */
function nameJoined(
  joined: readonly (readonly string[])[],
  chunks: ReadonlyMap<string, PlainChunk>,
): readonly JoinedChunk[] {
  const inOthers = new Set(joined.flat())
  const taken = new Set([...chunks].filter(([file]) => !inOthers.has(file)).map(([, { name }]) => name))
  return joined.map((members) => {
    const [first] = members
      .flatMap((member) => chunks.get(member) ?? [])
      .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.bytes - a.bytes)
    const name = first?.name ?? ''
    const free = taken.has(name) ? `${name}-${taken.size}` : name
    taken.add(free)
    return { name: free, members }
  })
}

class Joining {
  joins = 0
  readonly #groups = new Map<number, Group>()
  readonly #imports = new Map<number, Set<number>>()
  #reach = new Map<number, ReadonlySet<number>>()
  #loaded: readonly Loaded[] = []
  readonly #placeOf = new Map<string, number>()

  constructor(chunks: ReadonlyMap<string, PlainChunk>, views: readonly View[]) {
    for (const name of chunks.keys()) this.#placeOf.set(name, this.#placeOf.size)
    for (const [name, { bytes, hasStyles, isNamed, isJoinable, imports }] of chunks) {
      const at = this.#find(name)
      this.#groups.set(at, { members: [name], bytes, styles: hasStyles ? 1 : 0, isNamed, isJoinable })
      this.#imports.set(at, new Set(imports.map((one) => this.#find(one))))
    }
    this.#measureReach()
    this.#loaded = views.map((view) => ({ view, ...this.#collect(view), waste: 0 }))
  }

  listJoined(): readonly (readonly string[])[] {
    return [...this.#groups.values()].map(({ members }) => members).filter(({ length }) => length > 1)
  }

  /** Those that some view loads together, the most rewarding first. */
  listPairs(): readonly { readonly one: number; readonly other: number }[] {
    const together = new Map<number, Set<number>>()
    for (const { groups } of this.#loaded) {
      const joinable = [...groups].filter((at) => this.#group(at).isJoinable).toSorted((a, b) => a - b)
      for (const [index, one] of joinable.entries()) {
        const others = together.get(one) ?? new Set()
        for (const other of joinable.slice(index + 1)) others.add(other)
        together.set(one, others)
      }
    }
    return [...together]
      .flatMap(([one, others]) =>
        [...others].map((other) => ({ one, other, gain: this.#judge(one, other)?.gain ?? 0 })),
      )
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain)
  }

  joinIfWorthIt(one: number, other: number): void {
    if (!(this.#groups.has(one) && this.#groups.has(other))) return
    const judged = this.#judge(one, other)
    if (judged === undefined) return
    const [a, b] = [this.#group(one), this.#group(other)]
    this.#groups.set(one, {
      members: [...a.members, ...b.members],
      bytes: a.bytes + b.bytes,
      styles: Math.max(a.styles, b.styles),
      isNamed: a.isNamed || b.isNamed,
      isJoinable: true,
    })
    this.#groups.delete(other)
    for (const member of b.members) this.#placeOf.set(member, one)
    const imports = new Set([...this.#getImports(one), ...this.#getImports(other)])
    this.#imports.set(one, imports)
    this.#imports.delete(other)
    for (const [at, needed] of this.#imports) {
      if (needed.delete(other)) needed.add(one)
      if (at === one) needed.delete(one)
    }
    this.#measureReach()
    this.#loaded = this.#loaded.map(({ view, waste }, at) => ({
      view,
      ...this.#collect(view),
      waste: waste + (judged.wastes.get(at) ?? 0),
    }))
    this.joins += 1
  }

  /** What joining two saves in all views together, in bytes, and what each view would carry for nothing. */
  #judge(one: number, other: number) {
    const [a, b] = [this.#group(one), this.#group(other)]
    if (a.isNamed && b.isNamed) return undefined
    const wastes = new Map<number, number>()
    let gain = 0
    for (const [at, { view, groups, before, waste }] of this.#loaded.entries()) {
      const [hasOne, hasOther] = [groups.has(one), groups.has(other)]
      if (!(hasOne || hasOther)) continue
      let files = 0
      if (hasOne && hasOther) {
        files = -1 - Math.min(a.styles, b.styles)
        wastes.set(at, files * bytesOfWrapping)
        gain -= files * bytesOfWrapping * view.weight
      } else {
        const [missing, there] = hasOne ? [other, one] : [one, other]
        const isBefore = before.has(there)
        let bytes = 0
        for (const needed of this.#getReach(missing)) {
          if (groups.has(needed)) continue
          const group = this.#group(needed)
          if (!isBefore) bytes += group.bytes
          // The one that is missing comes in the file that is there.
          files +=
            needed === missing ? Math.max(0, group.styles - this.#group(there).styles) : 1 + group.styles
        }
        if (bytes > 0 && waste + bytes > view.mostWaste) return undefined
        wastes.set(at, bytes)
        gain -= bytes * view.weight
      }
      gain -= files * bytesPerFile * view.weight
    }
    return gain > 0 && !this.#needEachOther(one, other) ? { gain, wastes } : undefined
  }

  /** Whether one would need the other through a third: joined, the third and they would need each other. */
  #needEachOther(one: number, other: number): boolean {
    const isBetween = (from: number, to: number) =>
      [...this.#getReach(from)].some((at) => at !== from && at !== to && this.#getReach(at).has(to))
    return isBetween(one, other) || isBetween(other, one)
  }

  #measureReach(): void {
    const known = new Map<number, ReadonlySet<number>>()
    const measure = (at: number): ReadonlySet<number> => {
      const found = known.get(at)
      if (found !== undefined) return found
      const reach = new Set([at])
      known.set(at, reach)
      for (const needed of this.#getImports(at)) for (const one of measure(needed)) reach.add(one)
      return reach
    }
    for (const at of this.#groups.keys()) measure(at)
    this.#reach = known
  }

  #collect({ chunks, before = [] }: View) {
    const collect = (names: readonly string[]) =>
      new Set(names.flatMap((name) => [...this.#getReach(this.#find(name))]))
    return { groups: collect(chunks), before: collect(before) }
  }

  #find(name: string): number {
    const at = this.#placeOf.get(name)
    if (at === undefined) throw new Error(`There is no chunk ${name}`)
    return at
  }

  #group(at: number): Group {
    const group = this.#groups.get(at)
    if (group === undefined) throw new Error(`There is no group ${at}`)
    return group
  }

  #getImports(at: number): ReadonlySet<number> {
    return this.#imports.get(at) ?? new Set()
  }

  #getReach(at: number): ReadonlySet<number> {
    return this.#reach.get(at) ?? new Set()
  }
}
