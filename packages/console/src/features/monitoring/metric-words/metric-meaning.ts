import { metricWords as m } from '#features/monitoring/messages/metrics.ts'

const meanings: ReadonlyMap<string, string> = new Map(Object.entries(m))

/** Returns the meaning of a broker counter, or `undefined` for a counter that a newer broker added. */
export function metricMeaning(name: string): string | undefined {
  return meanings.get(name)
}
