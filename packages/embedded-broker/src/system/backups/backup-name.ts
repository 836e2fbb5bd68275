import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { BackupError } from './backup-error.ts'

/** File systems allow 255 bytes; the temporary file that is written first has a longer name. */
const maxBytes = 200

/**
 * Returns the name of the folder in the archive. Throws for unsafe names, since names are untrusted and become file
 * names.
 */
export function folderOrRefuse(filename: string): string {
  if (!filename.endsWith(backupSuffix)) throw invalid(`file name must have ${backupSuffix} extension`)
  const folder = filename.slice(0, -backupSuffix.length)
  if (folder === '' || folder.startsWith('.')) throw invalid('file name must not begin with a dot')
  if (/[/\\\p{Cc}\p{Surrogate}]/u.test(folder)) throw invalid('file name must not be a path')
  if (Buffer.byteLength(filename) > maxBytes) throw invalid('file name is too long')
  return folder
}

/** Returns a name as EMQX creates it, in UTC with milliseconds. */
export function newBackupName(now: number): string {
  return `emqx-export-${new Date(now).toISOString().slice(0, -1).replaceAll(/[:T]/g, '-')}`
}

function invalid(reason: string): BackupError {
  return new BackupError(`invalid backup name: ${reason}`)
}
