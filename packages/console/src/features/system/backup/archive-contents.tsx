import type { BackupContents } from '@brokerdeck/contract/system/backup-archive.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backup as m } from '../messages/cluster.ts'
import classes from './archive-contents.module.css'
import { archiveVerdict } from './archive-verdict.ts'
import type { ArchiveReading } from './read-archive.ts'
import { tableSetLabel } from './table-set-label.ts'

const editions: ReadonlyMap<string, string> = new Map([
  ['ce', m.community],
  ['ee', m.enterprise],
])

/** What is in an archive, and whether the broker will take it. */
export function ArchiveContents({ reading }: { readonly reading: ArchiveReading }) {
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
