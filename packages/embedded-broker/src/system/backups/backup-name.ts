import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { BackupError } from './backup-error.ts'

/** File systems take 255 bytes; what is written aside first has a longer name. */
const maxBytes = 200

/** The name of the folder in the archive. Names come from anywhere and become names of files. */
export function folderOrRefuse(filename: string): string {
  if (!filename.endsWith(backupSuffix)) throw invalid(`file name must have ${backupSuffix} extension`)
  const folder = filename.slice(0, -backupSuffix.length)
  if (folder === '' || folder.startsWith('.')) throw invalid('file name must not begin with a dot')
  if (/[/\\\p{Cc}\p{Surrogate}]/u.test(folder)) throw invalid('file name must not be a path')
  if (Buffer.byteLength(filename) > maxBytes) throw invalid('file name is too long')
  return folder
}

/** As EMQX names them, to the millisecond, in UTC. */
export function newBackupName(now: number): string {
  return `emqx-export-${new Date(now).toISOString().slice(0, -1).replaceAll(/[:T]/g, '-')}`
}

function invalid(reason: string): BackupError {
  return new BackupError(`invalid backup name: ${reason}`)
}
