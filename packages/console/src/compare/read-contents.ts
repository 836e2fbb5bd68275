import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'
import { longestHocon, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import type { ConfigDocument } from './masked-config.ts'
import { readPacked } from './read-archive.ts'

/** `no-text`: it is no UTF-8, and another text would take its place. */
export type ReadResult =
  | { readonly kind: 'read' | 'too-large' | 'unreadable' | 'no-config' | 'no-text' | 'long-names' }
  | { readonly kind: 'no-hocon'; readonly line: number; readonly reason: string }

/** What a file has to compare; nothing where it cannot be read. */
export interface FileContents {
  readonly reading: ReadResult
  readonly config: ConfigDocument
}

const unread = (reading: ReadResult): FileContents => ({ reading, config: {} })

/** Of a backup, or of a configuration as text. */
export async function readContents(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileContents> {
  if (!name.endsWith(backupSuffix)) return readText(bytes)
  const reading = await readPacked(bytes)
  if (reading.kind === 'too-large') return unread({ kind: 'too-large' })
  if (reading.kind === 'no-archive') return unread({ kind: 'unreadable' })
  const { config, configText } = reading.contents
  if (configText === undefined) return unread({ kind: 'no-config' })
  return readText(configText, config)
}

/** `known`: it was parsed before. */
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
 * Characters of the dotted paths to all values together, each of which is looked at several times: half a million values
 * with honest names have some 30 million.
 */
const mostInPaths = 64 * 1024 * 1024

/** Whether a few long names stand before so many values that their paths have more characters than anybody can go through. */
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
