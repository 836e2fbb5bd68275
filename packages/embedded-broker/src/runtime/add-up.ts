type Numbers = Readonly<Record<string, number>>

/**
 * Combines the counters and gauges of several nodes: adds them up, but takes the largest of values that every node
 * knows for the whole cluster.
 */
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
