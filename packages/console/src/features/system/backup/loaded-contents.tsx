import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { backup as m } from '../messages/cluster.ts'
import { ArchiveContents } from './archive-contents.tsx'
import type { LoadedArchive } from './use-archive.ts'

/** What is in an archive, as soon as it has been read. */
export function LoadedContents({
  archive: { reading, problem, retry },
}: {
  readonly archive: LoadedArchive
}) {
  if (reading !== undefined) return <ArchiveContents reading={reading} />
  if (problem !== undefined) return <ErrorState {...problem} title={m.cannotRead} onRetry={retry} />
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{m.reading}</span>
      <Skeleton height={120} />
    </div>
  )
}
