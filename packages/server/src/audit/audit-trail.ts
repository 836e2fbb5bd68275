import { type FileHandle, open, stat } from 'node:fs/promises'

/** Up to where a file was read, from its end. */
interface ReadPlace {
  /** Everything from here on was read. */
  readonly at: number
  /** It is inside a line that was given already: what is left of it is passed over. */
  readonly isInside: boolean
}

interface BackwardStep {
  /** Undefined where nothing new was found: what is left of a line that is too long. */
  readonly line: Buffer | 'too long' | undefined
  readonly place: ReadPlace
}

/** A log that was written, and the files that were put aside: `FILE.1` is the newest of those. */
export interface AuditFilesAside {
  readonly path: string
  readonly keep: number
}

/** In which of the files, by what the file system calls it: its name changes when it is put aside. */
export interface TrailPlace extends ReadPlace {
  readonly file: string
}

interface TrailStep extends BackwardStep {
  readonly place: TrailPlace
}

/** What was to be read next is not there any more. */
export class TrailGoneError extends Error {}

interface Opened {
  readonly handle: FileHandle
  readonly file: string
  readonly size: number
}

const lineEnd = 0x0a
const chunkBytes = 64 * 1024
/** Far more than a line of the log can have: the rest of a longer one is passed over. */
const longestLine = 64 * 1024
/** Files may be put aside between a look at their names and a look into them. */
const attempts = 5

/** All lines, the newest first, across the files and while those are put aside. */
export async function* readTrail(files: AuditFilesAside, from?: TrailPlace): AsyncGenerator<TrailStep> {
  let opened = await (from === undefined ? openFile(files) : openFile(files, { itself: from.file }))
  if (from !== undefined && opened === undefined) throw new TrailGoneError()
  let place = from
  while (opened !== undefined) {
    const { handle, file, size } = opened
    try {
      // What has no end yet is being written, or was torn, and ends with the next line.
      const start = place ?? { at: await findEnd(handle, size), isInside: false }
      if (place !== undefined && !(await isStillThere(handle, size, place))) throw new TrailGoneError()
      for await (const step of readBackwards(handle, start))
        yield { line: step.line, place: { ...step.place, file } }
    } finally {
      await handle.close()
    }
    place = undefined
    opened = await openFile(files, { olderThan: file })
  }
}

/** The lines of a file from a place towards its beginning, with at most one chunk and one line in memory. */
async function* readBackwards(file: Pick<FileHandle, 'read'>, from: ReadPlace): AsyncGenerator<BackwardStep> {
  const chunk = Buffer.alloc(chunkBytes)
  let { at, isInside } = from
  let parts: Buffer[] = []
  let length = 0
  // The end of the last line belongs to it.
  let isAtEnd = !isInside
  while (at > 0) {
    const size = Math.min(chunkBytes, at)
    const start = at - size
    await readWhole(file, chunk.subarray(0, size), start)
    let stop = size
    if (isAtEnd && chunk[stop - 1] === lineEnd) stop -= 1
    isAtEnd = false
    for (;;) {
      const found = stop === 0 ? -1 : chunk.lastIndexOf(lineEnd, stop - 1)
      if (found === -1) break
      const line = Buffer.concat([chunk.subarray(found + 1, stop), ...parts])
      const place = { at: start + found + 1, isInside: false }
      yield { line: isInside ? undefined : limitLine(line), place }
      parts = []
      length = 0
      isInside = false
      stop = found
    }
    at = start
    if (!isInside) {
      parts.unshift(Buffer.from(chunk.subarray(0, stop)))
      length += stop
    }
    const isTooLong = length > longestLine
    if (isTooLong) {
      parts = []
      length = 0
    }
    if (at > 0 && (isTooLong || isInside)) {
      isInside = true
      yield { line: isTooLong ? 'too long' : undefined, place: { at, isInside } }
    } else if (isTooLong) yield { line: 'too long', place: { at: 0, isInside: false } }
  }
  if (length > 0) yield { line: Buffer.concat(parts), place: { at: 0, isInside: false } }
}

function limitLine(line: Buffer): Buffer | 'too long' {
  return line.length > longestLine ? 'too long' : line
}

/** A file that got shorter meanwhile has nothing there any more. */
async function readWhole(file: Pick<FileHandle, 'read'>, into: Buffer, at: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, at + done)
    if (bytesRead === 0) {
      into.fill(lineEnd, done)
      return
    }
    done += bytesRead
  }
}

/** The newest, one by itself, or the next older one. */
async function openFile(
  { path, keep }: AuditFilesAside,
  wanted: { readonly itself?: string; readonly olderThan?: string } = {},
): Promise<Opened | undefined> {
  const names = [path, ...Array.from({ length: keep }, (_, at) => `${path}.${at + 1}`)]
  const { itself, olderThan } = wanted
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const looks = await Promise.all(names.map(async (name) => ({ name, file: await identify(name) })))
    const there = looks.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))
    const before = there.findIndex(({ file }) => file === olderThan)
    // One that was removed was the oldest.
    if (olderThan !== undefined && before === -1) return undefined
    const found = itself === undefined ? there[before + 1] : there.find(({ file }) => file === itself)
    if (found === undefined) return undefined
    const opened = await openNamed(found.name)
    if (opened?.file === found.file) return opened
    await opened?.handle.close()
  }
  throw new TrailGoneError()
}

async function identify(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true })
    return found.isFile() ? `${found.dev}-${found.ino}` : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function openNamed(path: string): Promise<Opened | undefined> {
  try {
    const handle = await open(path, 'r')
    const found = await handle.stat({ bigint: true })
    return { handle, file: `${found.dev}-${found.ino}`, size: Number(found.size) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A file of another log may be called like one that was removed. */
async function isStillThere(handle: FileHandle, size: number, { at, isInside }: ReadPlace): Promise<boolean> {
  if (at > size) return false
  return isInside || at === 0 || (await byteAt(handle, at - 1)) === lineEnd
}

async function findEnd(handle: FileHandle, size: number): Promise<number> {
  if (size === 0 || (await byteAt(handle, size - 1)) === lineEnd) return size
  for await (const { place } of readBackwards(handle, { at: size, isInside: false }))
    if (!place.isInside) return place.at
  return 0
}

async function byteAt(handle: FileHandle, at: number): Promise<number | undefined> {
  const one = Buffer.alloc(1)
  await handle.read(one, 0, 1, at)
  return one[0]
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
