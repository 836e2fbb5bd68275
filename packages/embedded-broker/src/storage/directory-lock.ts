import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { LockedStore } from './store-errors.ts'

const holderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ pid: v.number(), startedAt: v.nullable(v.string()) }),
)

const heldHere = new Set<string>()

/**
 * Locks the data directory for this process; resolves with a function that releases the lock. A lock of a dead
 * process is taken over.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  const file = join(resolve(dir), 'lock')
  if (heldHere.has(file)) throw new LockedStore(file, process.pid)
  heldHere.add(file)
  try {
    while (!(await tryCreate(file))) await removeStale(file)
  } catch (error) {
    heldHere.delete(file)
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    heldHere.delete(file)
  }
}

async function tryCreate(file: string): Promise<boolean> {
  // The lock is written to a temporary file and linked, so that no process ever reads an incomplete lock.
  const own = `${file}.${process.pid}`
  await writeFile(own, JSON.stringify({ pid: process.pid, startedAt: readStart(process.pid) }))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

async function removeStale(file: string): Promise<void> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const holder = v.safeParse(holderSchema, text)
  if (holder.success && isAlive(holder.output)) throw new LockedStore(file, holder.output.pid)
  // The lock is moved, not deleted: if another process took the lock over in between, its lock is restored.
  const aside = `${file}.stale.${process.pid}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== text) {
    await rename(aside, file)
    throw new LockedStore(file, 0)
  }
  await rm(aside, { force: true })
}

function isAlive(holder: { pid: number; startedAt: string | null }): boolean {
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
  }
  const startedAt = readStart(holder.pid)
  if (startedAt === 'dead') return false
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt
}

/**
 * Returns the start time in clock ticks (Linux), which distinguishes the live holder from another process with the
 * same number; returns `dead` for a zombie process, which only waits for its parent.
 */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? 'dead' : (fields[18] ?? null)
  } catch {
    return null
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
