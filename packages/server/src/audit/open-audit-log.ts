import { resolve } from 'node:path'
import { StartError } from '#lib/start-error.ts'
import type { AuditLogTarget } from '#options/options.ts'
import { AuditFile } from './audit-file.ts'
import { AuditLog, type AuditSink } from './audit-log.ts'

export interface AuditSurroundings {
  readonly print: (text: string) => Promise<void>
  readonly report: (line: string) => void
}

/** Opens the audit log of the options; throws if the log cannot be written, which ends the start. */
export async function openAuditLog(
  target: AuditLogTarget | undefined,
  { print, report }: AuditSurroundings,
): Promise<AuditLog | undefined> {
  if (target === undefined) return undefined
  const sink = target.path === '-' ? printLines(print) : await openFile(target)
  return new AuditLog({ sink, isBestEffort: target.isBestEffort, report })
}

function printLines(print: AuditSurroundings['print']): AuditSink {
  return {
    name: 'on the standard output',
    write: (lines) => print(lines.toString('utf8')),
    close: () => Promise.resolve(),
  }
}

async function openFile({ path, maxBytes, keep }: AuditLogTarget): Promise<AuditSink> {
  try {
    return await AuditFile.open({ path: resolve(path), maxBytes, keep })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('AUDIT_LOG_UNUSABLE', `--audit-log ${path} cannot be written: ${reason}`)
  }
}
