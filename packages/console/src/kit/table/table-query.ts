import type { ProblemView } from '#ui/error-state.tsx'

/** What a table knows about its data; a page maps its query to it. */
export interface TableQuery<Row> {
  readonly rows: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly problem?: ProblemView | undefined
  readonly refetch: () => void
}
