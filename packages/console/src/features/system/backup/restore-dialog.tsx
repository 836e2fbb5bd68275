import type { BackupContents } from '@brokerdeck/contract/system/backup-archive.ts'
import { type BackupFile, backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import type { HoconObject } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { backup as m } from '#features/system/messages/cluster.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { nameInProduction } from '#kit/page/environment.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState, type ProblemView } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './archive-contents.module.css'
import { archiveVerdict, tableSetLabel } from './archive-verdict.ts'
import { listChangedPaths } from './changed-paths.ts'
import { fetchBackup } from './fetch-backup.ts'
import { LoadedContents, useArchive } from './loaded-contents.tsx'
import { type RestoreFailure, restoreFailures } from './restore-failures.ts'
import restoreOutcomeClasses from './restore-outcome.module.css'
import { useRunningConfig } from './use-running-config.ts'

interface RestoreDialogProps {
  readonly file: BackupFile
  readonly onClose: () => void
}

type Phase =
  | { readonly kind: 'asking'; readonly problem?: ProblemView }
  | { readonly kind: 'running' }
  | { readonly kind: 'finished'; readonly failures: readonly RestoreFailure[] }

/** Shows the contents of a backup before the restore, then restores it and shows the result of each part. */
export function RestoreDialog({ file, onClose }: RestoreDialogProps) {
  const { filename, node, size, created_at } = file
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' })
  const archive = useArchive([node, filename, size, created_at], (signal) => fetchBackup(file, signal))
  const waiting = useRef<AbortController>(null)
  useEffect(() => () => waiting.current?.abort(), [])

  const restore = async () => {
    const isWanted =
      nameInProduction() === undefined ||
      (await confirm({
        title: m.restoreTitle,
        body: <Verbatim text={filename} mono wrap />,
        action: m.restore,
        danger: true,
        interrupts: 'connections',
      }))
    if (!isWanted) return
    const controller = new AbortController()
    waiting.current = controller
    setPhase({ kind: 'running' })
    try {
      const { signal } = controller
      const options = { signal, timeoutMs: backupTimeoutMs, isSilent: true }
      await request(backups.restore, { body: { filename, node } }, options)
      setPhase({ kind: 'finished', failures: [] })
    } catch (error) {
      const problem = getProblem(error)
      const failures = problem?.kind === 'rejected' ? restoreFailures(problem.raw ?? '') : []
      if (failures.length > 0) setPhase({ kind: 'finished', failures })
      else setPhase({ kind: 'asking', problem: describeError(error) })
    }
  }

  const { reading } = archive
  const verdict = reading && archiveVerdict(reading)
  const isFinished = phase.kind === 'finished'
  const isRunning = phase.kind === 'running'
  const footer = isFinished ? (
    <Button onClick={onClose}>{m.close}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{isRunning ? m.close : m.cancel}</Button>
      <Button
        variant="danger-primary"
        isBusy={isRunning}
        disabledReason={
          verdict === undefined ? m.reading : verdict.kind === 'blocked' ? verdict.reason : undefined
        }
        onClick={() => void restore()}
      >
        {m.restore}
      </Button>
    </>
  )
  return (
    <DialogShell title={isFinished ? m.results : m.restoreTitle} onClose={onClose} footer={footer} size={560}>
      <p>
        <Verbatim text={filename} mono />
      </p>
      {isFinished ? (
        <RestoreOutcome
          contents={reading?.kind === 'read' ? reading.contents : undefined}
          failures={phase.failures}
        />
      ) : (
        <>
          <LoadedContents archive={archive} />
          {reading?.kind === 'read' && !isRunning && <ChangedSettings archived={reading.contents.config} />}
          <p role={isRunning ? 'status' : undefined}>{isRunning ? m.restoring : m.restoreWhat}</p>
          {phase.kind === 'asking' && phase.problem !== undefined && <ErrorState {...phase.problem} />}
        </>
      )}
    </DialogShell>
  )
}

/** Lists the settings that restoring would change. Renders nothing while the running settings are unknown. */
function ChangedSettings({ archived }: { readonly archived: HoconObject | undefined }) {
  const { config } = useRunningConfig()
  if (archived === undefined || config === undefined) return null
  const paths = listChangedPaths(archived, config)
  if (paths.length === 0) return <p>{m.nothingChanges}</p>
  return (
    <details className={classes['changes']}>
      <summary>{m.willChange(paths.length, formatNumber(paths.length))}</summary>
      <ul className={classes['paths']}>
        {paths.map((path) => (
          <li key={path}>
            <Verbatim text={path} mono />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RestoreOutcomeProps {
  /** Undefined if the archive was too large to be read: then only the failures are known. */
  readonly contents: BackupContents | undefined
  readonly failures: readonly RestoreFailure[]
}

/** Shows the result of each part, failures first. */
export function RestoreOutcome({ contents, failures }: RestoreOutcomeProps) {
  const parts = [...Object.keys(contents?.config ?? {}), ...(contents?.tableSets ?? [])]
  const applied = parts.filter((part) => !failures.some((failure) => failure.part === part))
  const isComplete = failures.length === 0
  return (
    <>
      <div role="status">
        <Status kind={isComplete ? 'ok' : 'warn'}>{isComplete ? m.restored : m.restoredPartly}</Status>
      </div>
      <ul className={restoreOutcomeClasses['parts']} aria-label={m.results}>
        {failures.map(({ part, reason }) => (
          <li key={part}>
            <Status kind="bad">{m.failed}</Status>
            <Verbatim text={formatLabel(part, contents)} />
            <span className={restoreOutcomeClasses['reason']}>
              <Verbatim text={reason} wrap />
            </span>
          </li>
        ))}
        {applied.map((part) => (
          <li key={part}>
            <Status kind="ok">{m.applied}</Status>
            <Verbatim text={formatLabel(part, contents)} />
          </li>
        ))}
      </ul>
      {applied.includes('dashboard_users') && <p>{m.signInMayChange}</p>}
    </>
  )
}

const formatLabel = (part: string, contents: BackupContents | undefined): string =>
  Object.hasOwn(contents?.config ?? {}, part) ? part : tableSetLabel(part)
