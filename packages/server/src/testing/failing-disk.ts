import * as nodeFiles from 'node:fs/promises'
import type { AuditFiles } from '#audit/audit-file.ts'

export interface FailingDisk extends AuditFiles {
  /** If true, the disk writes half of the data and refuses the rest. */
  isFull: boolean
  /** If false, the partial data of a failed write stays in the file. */
  canTruncate: boolean
  /** Called before a sync completes. */
  onSync: () => Promise<unknown>
}

/** Creates a disk for an audit log that can be full, broken or slow. */
export function failingDisk(): FailingDisk {
  const fail = (code: string, text: string) => Object.assign(new Error(`${code}: ${text}`), { code })
  const disk: FailingDisk = {
    isFull: false,
    canTruncate: true,
    onSync: async () => undefined,
    async open(path, flags, mode) {
      const handle = await nodeFiles.open(path, flags, mode)
      return {
        stat: () => handle.stat(),
        sync: () => handle.sync(),
        close: () => handle.close(),
        read: (bytes, offset, length, position) => handle.read(bytes, offset, length, position),
        async truncate(size) {
          if (!disk.canTruncate) throw fail('EIO', 'i/o error, ftruncate')
          await handle.truncate(size)
        },
        async write(bytes, offset, length) {
          if (!disk.isFull) return handle.write(bytes, offset, length)
          await handle.write(bytes, offset, Math.ceil(length / 2))
          throw fail('ENOSPC', 'no space left on device, write')
        },
        async datasync() {
          await disk.onSync()
          await handle.datasync()
        },
      }
    },
    stat: (path) => nodeFiles.stat(path),
    rename: (from, to) => nodeFiles.rename(from, to),
    rm: (path, options) => nodeFiles.rm(path, options),
  }
  return disk
}
