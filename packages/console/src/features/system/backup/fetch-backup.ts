import { type BackupFile, backups, backupTimeoutMs } from '@brokerdeck/contract/system/backups.ts'
import { request } from '#api/http.ts'

/** Downloads a backup from the node that stores it. */
export function fetchBackup({ filename, node }: BackupFile, signal?: AbortSignal): Promise<Blob> {
  return request(
    backups.download,
    { params: { filename }, query: { node } },
    { timeoutMs: backupTimeoutMs, ...(signal === undefined ? {} : { signal }) },
  )
}
