import type { BackupContents } from '@brokerdeck/contract/system/backup-archive.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backup as m } from '../messages/cluster.ts'
import type { RestoreFailure } from './restore-failures.ts'
import classes from './restore-outcome.module.css'
import { tableSetLabel } from './table-set-label.ts'

interface RestoreOutcomeProps {
  /** Undefined if the archive was too large to look into: then only what failed is known. */
  readonly contents: BackupContents | undefined
  readonly failures: readonly RestoreFailure[]
}

/** How each part fared; what failed first. */
export function RestoreOutcome({ contents, failures }: RestoreOutcomeProps) {
  const parts = [...Object.keys(contents?.config ?? {}), ...(contents?.tableSets ?? [])]
  const applied = parts.filter((part) => !failures.some((failure) => failure.part === part))
  const isComplete = failures.length === 0
  return (
    <>
      <div role="status">
        <Status kind={isComplete ? 'ok' : 'warn'}>{isComplete ? m.restored : m.restoredPartly}</Status>
      </div>
      <ul className={classes['parts']} aria-label={m.results}>
        {failures.map(({ part, reason }) => (
          <li key={part}>
            <Status kind="bad">{m.failed}</Status>
            <Verbatim text={labelOf(part, contents)} />
            <span className={classes['reason']}>
              <Verbatim text={reason} wrap />
            </span>
          </li>
        ))}
        {applied.map((part) => (
          <li key={part}>
            <Status kind="ok">{m.applied}</Status>
            <Verbatim text={labelOf(part, contents)} />
          </li>
        ))}
      </ul>
      {applied.includes('dashboard_users') && <p>{m.signInMayChange}</p>}
    </>
  )
}

const labelOf = (part: string, contents: BackupContents | undefined): string =>
  Object.hasOwn(contents?.config ?? {}, part) ? part : tableSetLabel(part)
