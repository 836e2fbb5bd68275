import { type BackupContents, readBackup } from '@brokerdeck/contract/system/backup-archive.ts'
import { TooLarge } from '@brokerdeck/languages/gzip.ts'

/** The contents of an archive, as far as they can be read without a broker. */
export type ArchiveReading =
  | { readonly kind: 'read'; readonly contents: BackupContents }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'no-archive' }

/** The maximum size of an archive, in bytes; a browser could not hold a larger one at once. */
export const mostPackedBytes = 64 * 1024 * 1024

export async function readArchive(file: Blob): Promise<ArchiveReading> {
  return file.size > mostPackedBytes
    ? { kind: 'too-large' }
    : await readPacked(new Uint8Array(await file.arrayBuffer()))
}

/** Reads an archive from its bytes. */
export async function readPacked(bytes: Uint8Array<ArrayBuffer>): Promise<ArchiveReading> {
  try {
    return { kind: 'read', contents: await readBackup(bytes) }
  } catch (error) {
    return { kind: error instanceof TooLarge ? 'too-large' : 'no-archive' }
  }
}
