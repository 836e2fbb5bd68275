/** The properties of a built file and its styles that matter for joining it with others. */
export interface PlainChunk {
  readonly name: string
  readonly bytes: number
  /** Styles are a file of their own. */
  readonly hasStyles: boolean
  readonly imports: readonly string[]
  /** True if the file is looked up by its name: two such files stay apart. */
  readonly isNamed: boolean
  readonly isJoinable: boolean
}

/**
 * A set of files that is loaded together: a page with the parts of its first view, or a view that is opened from
 * there.
 */
export interface View {
  readonly chunks: readonly string[]
  readonly weight: number
  /** The maximum number of unused bytes that the view may load. */
  readonly mostWaste: number
  /** The files that are loaded before the view and do not count. */
  readonly before?: readonly string[]
}

export interface JoinedChunk {
  readonly name: string
  readonly members: readonly string[]
}

/**
 * The cost of a file in bytes: on a slow line six files are loaded at a time and each waits for a round trip, in
 * which a few kilobytes would arrive.
 */
const bytesPerFile = 5000

/** The cost in bytes of a separate file for compression and for its exports and imports. */
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
 * Joins chunks that are mostly loaded together, as long as no view loads more unused bytes than it may, and no two
 * files come to import each other.
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

/**
 * Names each joined chunk after its member that is looked up by name, or else after its largest member; the names are
 * unique, also among the chunks that stay alone.
 */
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

  /** Lists the pairs that some view loads together, the most rewarding first. */
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

  /**
   * Returns the bytes that joining two groups saves in all views together, and the unused bytes that each view would
   * load.
   */
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
          // The missing group is loaded as part of the file that is already loaded.
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

  /**
   * Tells whether one group needs the other through a third: after joining, the third group and the joined one would
   * import each other.
   */
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
