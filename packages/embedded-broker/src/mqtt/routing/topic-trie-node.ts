/** A level of topics or filters, with the value of the topic or filter that ends here. */
export interface TopicTrieNode<Value> {
  /** Most nodes are the last level of a topic: undefined takes less memory there than an empty map. */
  children: Map<string, TopicTrieNode<Value>> | undefined
  value: Value | undefined
}

export function createTrieNode<Value>(): TopicTrieNode<Value> {
  return { children: undefined, value: undefined }
}

/** Returns the node of a topic or filter and creates the missing nodes on its path. */
export function insertPath<Value>(root: TopicTrieNode<Value>, topic: string): TopicTrieNode<Value> {
  let at = root
  for (const level of topic.split('/')) {
    at.children ??= new Map()
    let next = at.children.get(level)
    if (next === undefined) {
      next = createTrieNode()
      at.children.set(level, next)
    }
    at = next
  }
  return at
}

/** Removes the value and the nodes that existed only for it. Returns false if there is no value. */
export function removePath<Value>(root: TopicTrieNode<Value>, topic: string): boolean {
  const path: { readonly parent: TopicTrieNode<Value>; readonly level: string }[] = []
  let at = root
  for (const level of topic.split('/')) {
    const next = at.children?.get(level)
    if (next === undefined) return false
    path.push({ parent: at, level })
    at = next
  }
  if (at.value === undefined) return false
  at.value = undefined
  for (const { parent, level } of path.reverse()) {
    const child = parent.children?.get(level)
    if (child === undefined || child.value !== undefined || child.children !== undefined) return true
    parent.children?.delete(level)
    if (parent.children?.size === 0) parent.children = undefined
  }
  return true
}

const getChildren = <Value>({ children }: TopicTrieNode<Value>): ReadonlyMap<string, TopicTrieNode<Value>> =>
  children ?? new Map<string, TopicTrieNode<Value>>()

function* valuesBelow<Value>(start: TopicTrieNode<Value>): Iterable<Value> {
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value !== undefined) yield at.value
    for (const child of [...getChildren(at).values()].reverse()) open.push(child)
  }
}

/**
 * Yields the values that a filter covers; stored filters are read as topics: `a/#` covers `a/+`, but `a/+` does not
 * cover `a/#`.
 */
export function* valuesCovered<Value>(root: TopicTrieNode<Value>, filter: string): Iterable<Value> {
  const levels = filter.split('/')
  let front = [root]
  for (const [depth, level] of levels.entries()) {
    // MQTT-4.7.2-1: a wildcard in first place does not match names beginning with $.
    const isVisible = ([name]: [string, TopicTrieNode<Value>]) => depth > 0 || !name.startsWith('$')
    if (level === '#') {
      for (const at of front) {
        if (depth > 0 && at.value !== undefined) yield at.value
        for (const [, child] of [...getChildren(at)].filter(isVisible)) yield* valuesBelow(child)
      }
      return
    }
    front = front.flatMap((at) => {
      if (level !== '+') return at.children?.get(level) ?? []
      return [...getChildren(at)].filter((one) => one[0] !== '#' && isVisible(one)).map(([, child]) => child)
    })
  }
  for (const at of front) if (at.value !== undefined) yield at.value
}
