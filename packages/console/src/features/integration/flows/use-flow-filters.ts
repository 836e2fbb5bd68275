import { useEffect, useState } from 'react'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import type { FlowRule } from './flow-graph.ts'

/** The grammar weighs more than the map, so it comes once there are rules. */
const language = async () => (await import('@brokerdeck/contract/rule-sql/parse-statement.ts')).parseStatement

type Parse = Awaited<ReturnType<typeof language>>

/** Statements are looked at again and again while the map refreshes itself. */
const known = new Map<string, string | undefined>()
const MOST = 10_000

function* filtersOf(rules: readonly FlowRule[], parse: Parse): SlicedWork<ReadonlyMap<string, string>> {
  const filters = new Map<string, string>()
  if (known.size >= MOST) known.clear()
  for (const { id, sql } of rules) {
    if (!known.has(sql)) known.set(sql, conditionIn(sql, parse))
    const text = known.get(sql)
    if (text !== undefined) filters.set(id, text)
    yield
  }
  return filters
}

function conditionIn(sql: string, parse: Parse): string | undefined {
  const parsed = parse(sql)
  const where = 'fault' in parsed ? undefined : parsed.statement.where
  return where && sql.slice(where.from, where.to).replaceAll(/\s+/g, ' ')
}

const none: ReadonlyMap<string, string> = new Map()

/** The conditions of the rules that have one, by their IDs; read a slice at a time. */
export function useFlowFilters(rules: readonly FlowRule[]): ReadonlyMap<string, string> {
  const [filters, setFilters] = useState(none)
  useEffect(() => {
    const stop = new AbortController()
    void language()
      .then((parse) => runInSlices(filtersOf(rules, parse), stop.signal))
      .then((found) => found !== undefined && !stop.signal.aborted && setFilters(found))
    return () => stop.abort()
  }, [rules])
  return filters
}
