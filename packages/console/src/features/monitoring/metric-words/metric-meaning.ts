import { metricWords as m } from '#features/monitoring/messages/metrics.ts'

const meanings: ReadonlyMap<string, string> = new Map(Object.entries(m))

/** What a counter of the broker counts; `undefined` for one that a newer broker brought. */
export function metricMeaning(name: string): string | undefined {
  return meanings.get(name)
}
