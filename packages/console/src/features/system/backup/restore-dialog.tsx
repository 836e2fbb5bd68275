import type { HoconObject } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { type BackupFile, backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState, type ProblemView } from '#ui/error-state.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backup as m } from '../messages/cluster.ts'
import classes from './archive-contents.module.css'
import { archiveVerdict } from './archive-verdict.ts'
import { changedPaths } from './changed-paths.ts'
import { fetchBackup } from './fetch-backup.ts'
import { LoadedContents } from './loaded-contents.tsx'
import { type RestoreFailure, restoreFailures } from './restore-failures.ts'
import { RestoreOutcome } from './restore-outcome.tsx'
import { useArchive } from './use-archive.ts'
import { useRunningConfig } from './use-running-config.ts'

interface RestoreDialogProps {
  readonly file: BackupFile
  readonly onClose: () => void
}

type Phase =
  | { readonly kind: 'asking'; readonly problem?: ProblemView }
  | { readonly kind: 'running' }
  | { readonly kind: 'finished'; readonly failures: readonly RestoreFailure[] }

/** Shows what is in a backup before anything happens, then restores it, then says how each part fared. */
export function RestoreDialog({ file, onClose }: RestoreDialogProps) {
  const { filename, node, size, created_at } = file
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' })
  const archive = useArchive([node, filename, size, created_at], (signal) => fetchBackup(file, signal))
  const waiting = useRef<AbortController>(null)
  useEffect(() => () => waiting.current?.abort(), [])

  const restore = async () => {
    const controller = new AbortController()
    waiting.current = controller
    setPhase({ kind: 'running' })
    try {
      const { signal } = controller
      const options = { signal, timeoutMs: backupTimeoutMs, isSilent: true }
      await request(backups.restore, { body: { filename, node } }, options)
      setPhase({ kind: 'finished', failures: [] })
    } catch (error) {
      const problem = problemOf(error)
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

/** Which settings would be others after restoring; nothing while the running ones are not known. */
function ChangedSettings({ archived }: { readonly archived: HoconObject | undefined }) {
  const { config } = useRunningConfig()
  if (archived === undefined || config === undefined) return null
  const paths = changedPaths(archived, config)
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
