import type { NamedNumbers, NodeNumbers } from '@brokerdeck/contract/monitoring/per-node.ts'

export interface Counters {
  readonly values: NamedNumbers
  /** Whose counters these are. */
  readonly nodes: readonly string[]
  /** Nodes that were asked and could not answer: `{node, reason}` among the answers. */
  readonly failed: readonly { readonly node: string; readonly reason: string }[]
}

/** Sums the counters over the nodes that answered. */
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

/** Names that contain all the words, in the name itself or in what it means. */
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

/** What has been added since; a counter that went back belongs to a node that started again or left the sum. */
export function countAddedSince(baseline: NamedNumbers, now: NamedNumbers, name: string): number | undefined {
  const before = baseline[name]
  const after = now[name]
  return before === undefined || after === undefined || after < before ? undefined : after - before
}
