/** A level of topics or filters, with what is known of the one that ends here. */
export interface Branch<Value> {
  readonly children: Map<string, Branch<Value>>
  value: Value | undefined
}

export function newBranch<Value>(): Branch<Value> {
  return { children: new Map(), value: undefined }
}

function* valuesBelow<Value>(start: Branch<Value>): Iterable<Value> {
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value !== undefined) yield at.value
    for (const child of [...at.children.values()].reverse()) open.push(child)
  }
}

/** What a filter covers, filters among it read as topics: `a/#` covers `a/+`, and `a/+` not `a/#`. */
export function* valuesCovered<Value>(root: Branch<Value>, filter: string): Iterable<Value> {
  const levels = filter.split('/')
  let front = [root]
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
      if (level !== '+') return at.children.get(level) ?? []
      return [...at.children].filter((one) => one[0] !== '#' && isVisible(one)).map(([, child]) => child)
    })
  }
  for (const at of front) if (at.value !== undefined) yield at.value
}
