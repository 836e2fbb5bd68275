import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { longestHocon, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import type { ConfigDocument } from './masked-config.ts'
import { readPacked } from './read-archive.ts'

/** `no-text` means that the file is not UTF-8, so its text cannot be decoded faithfully. */
export type ReadResult =
  | { readonly kind: 'read' | 'too-large' | 'unreadable' | 'no-config' | 'no-text' | 'long-names' }
  | { readonly kind: 'no-hocon'; readonly line: number; readonly reason: string }

/** The configuration in a file; empty if the file cannot be read. */
export interface FileContents {
  readonly reading: ReadResult
  readonly config: ConfigDocument
}

const unread = (reading: ReadResult): FileContents => ({ reading, config: {} })

/** Reads a backup, or a configuration as text. */
export async function readContents(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileContents> {
  if (!name.endsWith(backupSuffix)) return readText(bytes)
  const reading = await readPacked(bytes)
  if (reading.kind === 'too-large') return unread({ kind: 'too-large' })
  if (reading.kind === 'no-archive') return unread({ kind: 'unreadable' })
  const { config, configText } = reading.contents
  if (configText === undefined) return unread({ kind: 'no-config' })
  return readText(configText, config)
}

/** `known` is the configuration if it has already been parsed. */
function readText(bytes: Uint8Array, known?: ConfigDocument): FileContents {
  if (bytes.length > longestHocon) return unread({ kind: 'too-large' })
  const text = decode(bytes)
  if (text === undefined) return unread({ kind: 'no-text' })
  const parsed = known === undefined ? parseHocon(text) : { value: known }
  if ('error' in parsed) return unread({ kind: 'no-hocon', ...parsed.error })
  const { value } = parsed
  if (Object.keys(value).length === 0) return unread({ kind: 'no-config' })
  return hasLongNames(value) ? unread({ kind: 'long-names' }) : { reading: { kind: 'read' }, config: value }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The maximum number of characters in the dotted paths to all values, each of which is processed several times: half
 * a million values with ordinary names have some 30 million.
 */
const mostInPaths = 64 * 1024 * 1024

/** Returns true if a few long names precede so many values that their paths are too long to process. */
function hasLongNames(config: ConfigDocument): boolean {
  let sum = 0
  const look = (value: unknown, length: number) => {
    sum += length
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (sum > mostInPaths) return
      look(inner, length + 1 + key.length)
    }
  }
  look(config, 0)
  return sum > mostInPaths
}
