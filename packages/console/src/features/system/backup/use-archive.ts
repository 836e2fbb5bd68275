import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import type { ProblemView } from '#ui/error-state.tsx'
import { type ArchiveReading, readArchive } from './read-archive.ts'

export interface LoadedArchive {
  readonly reading: ArchiveReading | undefined
  readonly problem: ProblemView | undefined
  readonly retry: () => void
}

/** An archive, fetched and looked into once. `key` names the file; nothing of it is kept after the dialog. */
export function useArchive(
  key: readonly (string | number)[],
  load: (signal: AbortSignal) => Promise<Blob>,
): LoadedArchive {
  const query = useQuery({
    queryKey: ['backup-archive', ...key],
    queryFn: async ({ signal }) => readArchive(await load(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Nothing that is written changes what a file holds.
    meta: { isLasting: true },
  })
  return {
    reading: query.data,
    problem: query.error === null ? undefined : describeError(query.error),
    retry: () => void query.refetch(),
  }
}
