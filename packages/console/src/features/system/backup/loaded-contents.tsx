import type { BackupContents } from '@brokerdeck/contract/system/backup-archive.ts'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/errors.ts'
import { type ArchiveReading, readArchive } from '#compare/read-archive.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ErrorState, type ProblemView, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './archive-contents.module.css'
import { archiveVerdict, tableSetLabel } from './archive-verdict.ts'

/** Shows the contents of an archive once it has been read. */
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

const editions: ReadonlyMap<string, string> = new Map([
  ['ce', m.community],
  ['ee', m.enterprise],
])

/** Shows the contents of an archive, and whether the broker will accept it. */
function ArchiveContents({ reading }: { readonly reading: ArchiveReading }) {
  const verdict = archiveVerdict(reading)
  return (
    <>
      {verdict.reason !== undefined && (
        <Status kind={verdict.kind === 'blocked' ? 'bad' : 'warn'}>{verdict.reason}</Status>
      )}
      {reading.kind === 'read' && <Contents contents={reading.contents} />}
    </>
  )
}

function Contents({ contents }: { readonly contents: BackupContents }) {
  const { edition, version, madeAt, config, tableSets, otherFiles } = contents
  return (
    <dl className={classes['contents']} aria-label={m.contents}>
      <dt>{m.madeAt}</dt>
      <dd>
        <RelativeTime at={madeAt * 1000} />
      </dd>
      <dt>{m.edition}</dt>
      <dd>{edition === undefined ? m.unknown : (editions.get(edition) ?? visibleText(edition, 40))}</dd>
      <dt>{m.version}</dt>
      <dd>{version === undefined ? m.unknown : <Verbatim text={version} />}</dd>
      <dt>{m.roots}</dt>
      <dd>{config === undefined ? m.unreadableConfig : <Names names={Object.keys(config)} mono />}</dd>
      <dt>{m.tables}</dt>
      <dd>
        <Names names={tableSets.map(tableSetLabel)} />
      </dd>
      {otherFiles.length > 0 && (
        <>
          <dt>{m.otherFiles}</dt>
          <dd>{formatNumber(otherFiles.length)}</dd>
        </>
      )}
    </dl>
  )
}

interface NamesProps {
  readonly names: readonly string[]
  readonly mono?: boolean
}

function Names({ names, mono = false }: NamesProps) {
  if (names.length === 0) return m.none
  return (
    <ul className={classes['names']}>
      {names.map((name) => (
        <li key={name}>
          <Verbatim text={name} mono={mono} />
        </li>
      ))}
    </ul>
  )
}

interface LoadedArchive {
  readonly reading: ArchiveReading | undefined
  readonly problem: ProblemView | undefined
  readonly retry: () => void
}

/** Fetches and reads an archive once. `key` names the file; the data is discarded when the dialog closes. */
export function useArchive(
  key: readonly (string | number)[],
  load: (signal: AbortSignal) => Promise<Blob>,
): LoadedArchive {
  const query = useQuery({
    queryKey: ['backup-archive', ...key],
    queryFn: async ({ signal }) => readArchive(await load(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // No write request changes the contents of a file, so the query is never invalidated.
    meta: { isLasting: true },
  })
  return {
    reading: query.data,
    problem: query.error === null ? undefined : describeError(query.error),
    retry: () => void query.refetch(),
  }
}
