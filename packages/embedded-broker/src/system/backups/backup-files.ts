import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupSuffix } from '@brokerdeck/contract/system/backup-archive.ts'

export interface StoredBackup {
  readonly filename: string
  readonly size: number
  /** The time in milliseconds since the epoch. */
  readonly createdAt: number
}

/** Stores the archives of each node. File names have been checked by `folderOrRefuse`. */
export interface BackupFiles {
  list(node: string): Promise<readonly StoredBackup[]>
  read(node: string, filename: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Writes an archive; resolves with false if the name is taken. */
  write(node: string, filename: string, bytes: Uint8Array): Promise<boolean>
  remove(node: string, filename: string): Promise<boolean>
}

export function backupsInDirectory(dir: string): BackupFiles {
  const toFolder = (node: string) => join(dir, encodeURIComponent(node))
  return {
    async list(node) {
      const names = await orUndefined(readdir(toFolder(node)))
      const found = await Promise.all(
        (names ?? []).filter(isBackup).map(async (filename) => {
          const facts = await orUndefined(stat(join(toFolder(node), filename)))
          return facts?.isFile() ? [{ filename, size: facts.size, createdAt: facts.mtimeMs }] : []
        }),
      )
      return found.flat()
    },
    async read(node, filename) {
      const bytes = await orUndefined(readFile(join(toFolder(node), filename)))
      return bytes === undefined ? undefined : new Uint8Array(bytes)
    },
    async write(node, filename, bytes) {
      await mkdir(toFolder(node), { recursive: true })
      return writeWhole(toFolder(node), filename, bytes)
    },
    async remove(node, filename) {
      const removed = await orUndefined(rm(join(toFolder(node), filename)).then(() => true))
      return removed ?? false
    },
  }
}

export function backupsInMemory(now: () => number): BackupFiles {
  const nodes = new Map<string, Map<string, StoredBackup & { readonly bytes: Uint8Array<ArrayBuffer> }>>()
  return {
    list: async (node) => [...(nodes.get(node)?.values() ?? [])],
    read: async (node, filename) => nodes.get(node)?.get(filename)?.bytes,
    async write(node, filename, bytes) {
      const files = nodes.get(node) ?? new Map()
      nodes.set(node, files)
      if (files.has(filename)) return false
      files.set(filename, { filename, size: bytes.length, createdAt: now(), bytes: new Uint8Array(bytes) })
      return true
    },
    remove: async (node, filename) => nodes.get(node)?.delete(filename) ?? false,
  }
}

const isBackup = (name: string): boolean => name.endsWith(backupSuffix) && !name.startsWith('.')

/**
 * Writes a temporary file and links it, so that no reader finds a partial file and no file is overwritten. It
 * contains secrets, so only the owner can read it.
 */
async function writeWhole(dir: string, filename: string, bytes: Uint8Array): Promise<boolean> {
  const aside = join(dir, `.${randomBytes(8).toString('hex')}`)
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(aside, join(dir, filename))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Returns undefined instead of failing if the file does not exist. */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
