interface Branch<Value> {
  readonly children: Map<string, Branch<Value>>
  value: Value | undefined
}

function* valuesBelow<Value>(start: Branch<Value>): Iterable<Value> {
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value !== undefined) yield at.value
    open.push(...[...at.children.values()].reverse())
  }
}

/** Values by topic name; `matching` yields those that a filter covers. */
export class TopicTree<Value> {
  readonly #root: Branch<Value> = { children: new Map(), value: undefined }
  #size = 0

  get size(): number {
    return this.#size
  }

  get(topic: string): Value | undefined {
    let at: Branch<Value> | undefined = this.#root
    for (const level of topic.split('/')) at = at?.children.get(level)
    return at?.value
  }

  set(topic: string, value: Value): void {
    let at = this.#root
    for (const level of topic.split('/')) {
      let next = at.children.get(level)
      if (next === undefined) {
        next = { children: new Map(), value: undefined }
        at.children.set(level, next)
      }
      at = next
    }
    if (at.value === undefined) this.#size++
    at.value = value
  }

  delete(topic: string): boolean {
    const path: { readonly parent: Branch<Value>; readonly level: string }[] = []
    let at = this.#root
    for (const level of topic.split('/')) {
      const next = at.children.get(level)
      if (next === undefined) return false
      path.push({ parent: at, level })
      at = next
    }
    if (at.value === undefined) return false
    at.value = undefined
    this.#size--
    for (const { parent, level } of path.reverse()) {
      const child = parent.children.get(level)
      if (child === undefined || child.value !== undefined || child.children.size > 0) break
      parent.children.delete(level)
    }
    return true
  }

  values(): Iterable<Value> {
    return valuesBelow(this.#root)
  }

  *matching(filter: string): Iterable<Value> {
    const levels = filter.split('/')
    let front = [this.#root]
    for (const [depth, level] of levels.entries()) {
      // MQTT-4.7.2-1
      const isVisible = ([name]: [string, Branch<Value>]) => depth > 0 || !name.startsWith('$')
      if (level === '#') {
        for (const at of front) {
          if (depth > 0 && at.value !== undefined) yield at.value
          for (const [, child] of [...at.children].filter(isVisible)) yield* valuesBelow(child)
        }
        return
      }
      front = front.flatMap((at) => {
        if (level === '+') return [...at.children].filter(isVisible).map(([, child]) => child)
        const child = at.children.get(level)
        return child === undefined ? [] : [child]
      })
    }
    for (const at of front) if (at.value !== undefined) yield at.value
  }
}
