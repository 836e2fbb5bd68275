import {
  type BackupContents,
  backupParts,
  backupSuffix,
  checkCompatibility,
  describeBackup,
  maxBackupBytes,
  pathIn,
  readEntryText,
} from '@brokerdeck/contract/system/backup-archive.ts'
import { gunzip, TooLarge } from '@brokerdeck/languages/gzip.ts'
import { readTar, type TarEntry, TarError } from '@brokerdeck/languages/tar.ts'
import { BackupError } from './backup-error.ts'
import { folderOrRefuse } from './backup-name.ts'

export interface Archive {
  readonly contents: BackupContents
  /** The files by their paths below the folder. */
  readonly files: ReadonlyMap<string, TarEntry>
  /** The text of `cluster.hocon`. */
  readonly config: string
}

/** The edition and version of this broker, with which archives of other brokers are compared. */
export interface Recipient {
  readonly isEnterprise: boolean
  /** The version as in META: `5.8.9`. */
  readonly version: string
}

/**
 * Unpacks an archive and checks all that can be checked without the store; throws the reason if the archive is
 * refused.
 */
export async function openArchive(
  filename: string,
  bytes: Uint8Array<ArrayBuffer>,
  recipient: Recipient,
): Promise<Archive> {
  const folder = folderOrRefuse(filename)
  const entries = await unpack(bytes)
  if (!entries.every(({ name }) => name.startsWith(`${folder}/`))) {
    throw new BackupError(
      'invalid backup archive content: all files in the archive must be under <backup name> directory',
    )
  }
  const files = new Map(entries.map((entry) => [pathIn(folder, entry), entry]))
  if (!files.has(backupParts.meta)) {
    throw new BackupError(`invalid backup archive file: missing ${backupParts.meta}`)
  }
  const contents = describeBackup(entries)
  refuseStranger(contents, recipient)
  return { contents, files, config: readEntryText(files.get(backupParts.config)) }
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<readonly TarEntry[]> {
  try {
    return readTar(await gunzip(bytes, maxBackupBytes))
  } catch (error) {
    if (error instanceof TooLarge) throw new BackupError(error.message)
    throw new BackupError(error instanceof TarError ? 'Bad directory header' : 'Unexpected end of file')
  }
}

function refuseStranger(contents: BackupContents, recipient: Recipient): void {
  switch (checkCompatibility(contents, recipient)) {
    case 'fits':
      return
    case 'enterprise':
      throw new BackupError('importing EMQX Enterprise data backup to EMQX is not allowed')
    case 'newer':
      throw new BackupError(
        `[warning] Backup version "${contents.version}" is newer than EMQX version "${recipient.version}", import is not allowed.\n`,
      )
    case 'unknown':
      throw new BackupError(`invalid backup archive file: ${backupParts.meta} lacks edition or version`)
  }
}

/** Creates the broker's error for a configuration that it cannot parse. */
export function unparsable(
  filename: string,
  { line, reason }: { readonly line: number; readonly reason: string },
): BackupError {
  const path = `./data/backup/${filename.slice(0, -backupSuffix.length)}/${backupParts.config}`
  return new BackupError(
    `{parse_error,#{file => ${JSON.stringify(path)},line => ${line},reason => ${JSON.stringify(reason)}}}`,
  )
}
