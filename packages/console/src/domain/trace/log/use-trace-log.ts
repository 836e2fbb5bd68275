import { type TraceLogFile, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { LogReader, type LogReading } from './log-reader.ts'

/** New lines are looked for so often. */
const pollSeconds = 2

interface TraceLogOptions {
  /** New lines are wanted. */
  readonly isLive: boolean
  /** Nothing is written any more. */
  readonly hasEnded: boolean
  /** Only the log of this node. */
  readonly node?: string | undefined
}

export interface TraceLogView extends LogReading {
  /** By node, the newest first; undefined until the broker has answered. */
  readonly files: readonly TraceLogFile[] | undefined
  /** There is no such trace any more. */
  readonly isGone: boolean
  readonly problem: Described | undefined
  /** Reads what has come since, or what could not be read. */
  readonly readOn: () => void
}

/** The rows of a trace, followed while the tab is visible. Another trace or node needs another `key`. */
export function useTraceLog(name: string, { isLive, hasEnded, node }: TraceLogOptions): TraceLogView {
  const [reader] = useState(() => new LogReader(name))
  const reading = useSyncExternalStore(reader.subscribe, reader.reading)
  const isPolled = isLive && !hasEnded
  const query = useQuery(read(trace.logDetail, { params: { name } }, isPolled ? { pollSeconds } : {}))
  const { data: files, error, dataUpdatedAt, refetch } = query
  useEffect(() => {
    const chosen = node === undefined ? files : files?.filter((file) => file.node === node)
    // What could not be read is tried again with every answer, also with the same one.
    if (chosen !== undefined && dataUpdatedAt > 0) reader.catchUp(chosen)
  }, [reader, files, node, dataUpdatedAt])
  // Lines may have come between the last look and the end.
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  useEffect(() => () => reader.stop(), [reader])
  return {
    ...reading,
    files,
    isGone: isGone(error),
    problem: error === null ? reading.problem : describeError(error),
    readOn: () => void refetch(),
  }
}
