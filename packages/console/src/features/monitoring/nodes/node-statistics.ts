import type { StatValues } from '@brokerdeck/contract/monitoring/stats.ts'
import { nodes as m } from '../messages/nodes.ts'

export interface NodeStatistic {
  readonly name: string
  readonly now: number | undefined
  /** The most since the node started; not every statistic has one. */
  readonly most: number | undefined
}

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries(m).flatMap(([key, words]) =>
    key.startsWith('stat.') && typeof words === 'string' ? [[key.slice('stat.'.length), words] as const] : [],
  ),
)

const places: ReadonlyMap<string, number> = new Map([...meanings.keys()].map((name, place) => [name, place]))

export function statisticMeaning(name: string): string | undefined {
  return meanings.get(name)
}

/** `x.count` and `x.max` become one line; those with words first, in the order of the words. */
export function nodeStatistics(values: StatValues): readonly NodeStatistic[] {
  const names = new Set(Object.keys(values).map((key) => key.replace(/\.(count|max)$/, '')))
  const place = (name: string) => places.get(name) ?? places.size
  return [...names]
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b))
    .map((name) => ({ name, now: values[`${name}.count`], most: values[`${name}.max`] }))
}
