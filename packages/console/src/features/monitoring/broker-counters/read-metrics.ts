import type { NamedNumbers, NodeNumbers } from '@brokerdeck/contract/monitoring/per-node.ts'

export interface Counters {
  readonly values: NamedNumbers
  /** The names of the nodes whose counters are in the sum. */
  readonly nodes: readonly string[]
  /** The nodes that could not respond: `{node, reason}` entries in the response. */
  readonly failed: readonly { readonly node: string; readonly reason: string }[]
}

/** Sums the counters over the nodes that responded. */
export function sumCounters(answer: readonly NodeNumbers[]): Counters {
  const values: Record<string, number> = {}
  const nodes: string[] = []
  const failed: { node: string; reason: string }[] = []
  for (const entry of answer) {
    const node = String(entry['node'])
    if (typeof entry['reason'] === 'string') {
      failed.push({ node, reason: entry['reason'] })
      continue
    }
    nodes.push(node)
    for (const [name, value] of Object.entries(entry)) {
      if (typeof value === 'number') values[name] = (values[name] ?? 0) + value
    }
  }
  return { values, nodes, failed }
}

/** Returns the names of the counters whose name or meaning contains all the words. */
export function findCounters(
  names: readonly string[],
  words: string,
  meaningOf: (name: string) => string | undefined,
): readonly string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return names.filter((name) => {
    const text = `${name} ${meaningOf(name) ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/**
 * Returns the increase since the baseline. Returns undefined if the counter decreased, which means that a node
 * restarted or left the sum.
 */
export function countAddedSince(baseline: NamedNumbers, now: NamedNumbers, name: string): number | undefined {
  const before = baseline[name]
  const after = now[name]
  return before === undefined || after === undefined || after < before ? undefined : after - before
}
