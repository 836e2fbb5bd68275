type Numbers = Readonly<Record<string, number>>

/** Counters and gauges of several nodes as one: sums, but the largest of what every node knows of the whole cluster. */
export function addUp(
  nodes: readonly Numbers[],
  clusterWide: (name: string) => boolean,
): Record<string, number> {
  const total: Record<string, number> = {}
  for (const numbers of nodes) {
    for (const [name, value] of Object.entries(numbers)) {
      const before = total[name] ?? 0
      total[name] = clusterWide(name) ? Math.max(before, value) : before + value
    }
  }
  return total
}
