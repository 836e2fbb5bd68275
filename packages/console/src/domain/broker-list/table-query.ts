import { describeError } from '#api/describe-problem.ts'
import type { TableQuery } from '#kit/table/column.ts'

interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** What a table needs to know of a query. Rows that are there stay when a refresh fails. */
export function tableQuery<Data, Row>(
  result: QueryResult<Data>,
  rowsOf: (data: Data) => readonly Row[],
): TableQuery<Row> {
  return {
    rows: result.data === undefined ? undefined : rowsOf(result.data),
    isPending: result.isPending,
    isFetching: result.isFetching,
    problem: result.error === null ? undefined : describeError(result.error),
    refetch: () => void result.refetch(),
  }
}
