import { longestHocon, parseHocon } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { readArchive } from '../backup/read-archive.ts'
import type { ConfigDocument } from '../configuration/masked-config.ts'

type FileReading =
  | { readonly kind: 'read'; readonly config: ConfigDocument }
  /** `changed`: it cannot be read any more. `no-text`: it is no UTF-8, and another text would take its place. */
  | { readonly kind: 'too-large' | 'unreadable' | 'no-config' | 'changed' | 'no-text' }
  | { readonly kind: 'no-hocon'; readonly line: number; readonly reason: string }

/** What a backup, or a configuration as text, has to compare. It is read once: what becomes of the file is no matter. */
export async function readConfigFile(file: File): Promise<FileReading> {
  const isBackup = file.name.endsWith(backupSuffix)
  if (!isBackup && file.size > longestHocon) return { kind: 'too-large' }
  try {
    return isBackup ? await readBackupFile(file) : readText(new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    // Whoever chose it may have changed or removed it meanwhile.
    if (error instanceof DOMException) return { kind: 'changed' }
    throw error
  }
}

async function readBackupFile(file: File): Promise<FileReading> {
  const reading = await readArchive(file)
  if (reading.kind === 'too-large') return { kind: 'too-large' }
  if (reading.kind === 'no-archive') return { kind: 'unreadable' }
  const { config, configText } = reading.contents
  if (configText === undefined) return { kind: 'no-config' }
  return configText.length > longestHocon ? { kind: 'too-large' } : readText(configText, config)
}

/** `known`: it was parsed before. */
function readText(bytes: Uint8Array, known?: ConfigDocument): FileReading {
  const text = decode(bytes)
  if (text === undefined) return { kind: 'no-text' }
  const parsed = known === undefined ? parseHocon(text) : { value: known }
  if ('error' in parsed) return { kind: 'no-hocon', ...parsed.error }
  return Object.keys(parsed.value).length === 0
    ? { kind: 'no-config' }
    : { kind: 'read', config: parsed.value }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
