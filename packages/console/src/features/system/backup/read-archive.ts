import { TooLarge } from '@brokerdeck/contract/gzip.ts'
import { type BackupContents, readBackup } from '@brokerdeck/contract/system/backup-archive.ts'

/** What can be known of an archive before a broker looks at it. */
export type ArchiveReading =
  | { readonly kind: 'read'; readonly contents: BackupContents }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'no-archive' }

/** Packed. Beyond it a browser would hold too much at once. */
const maxBytes = 64 * 1024 * 1024

export async function readArchive(file: Blob): Promise<ArchiveReading> {
  if (file.size > maxBytes) return { kind: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return { kind: 'read', contents: await readBackup(bytes) }
  } catch (error) {
    return { kind: error instanceof TooLarge ? 'too-large' : 'no-archive' }
  }
}
