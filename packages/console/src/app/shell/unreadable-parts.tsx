import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { unreadableRowsIn } from '#api/errors.ts'
import { isReportedByTable, onReportedByTables, UnreadableRowsNotice } from '#kit/table/unreadable-rows.tsx'

interface OddAnswer {
  /** The path of the endpoint that returned the rows. */
  readonly source: string
  readonly rows: UnreadableRows
}

/**
 * Reports the unreadable parts of all data that the page uses, except those that its tables report: lists without a
 * table, parts of nodes.
 */
export function UnreadableParts() {
  const odd = useOddAnswers()
  return odd.map(({ source, rows }) => <UnreadableRowsNotice key={source} source={source} rows={rows} />)
}

function useOddAnswers(): readonly OddAnswer[] {
  const client = useQueryClient()
  const seen = useRef<readonly OddAnswer[]>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      // The cache may notify while other components render, so its calls are batched.
      const stopCache = client.getQueryCache().subscribe(notifyManager.batchCalls(listener))
      const stopTables = onReportedByTables(listener)
      return () => {
        stopCache()
        stopTables()
      }
    },
    [client],
  )
  return useSyncExternalStore(subscribe, () => {
    const odd = client
      .getQueryCache()
      .getAll()
      .flatMap((query) => {
        const rows = query.isActive() ? unreadableRowsIn(query.state.data) : undefined
        if (rows === undefined || isReportedByTable(rows)) return []
        return [{ source: String(query.queryKey[0]), rows }]
      })
    const isSame =
      odd.length === seen.current.length && odd.every(({ rows }, at) => rows === seen.current[at]?.rows)
    if (!isSame) seen.current = odd
    return seen.current
  })
}
