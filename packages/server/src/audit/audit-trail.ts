import { type FileHandle, open, stat } from 'node:fs/promises'

/** The position up to which a file was read from its end. */
interface ReadPlace {
  /** Everything from this offset on was read. */
  readonly at: number
  /** True if the offset is inside a line that was returned already; the rest of this line is skipped. */
  readonly isInside: boolean
}

interface BackwardStep {
  /** Undefined if there is no new line, only the rest of a line that is too long. */
  readonly line: Buffer | 'too long' | undefined
  readonly place: ReadPlace
}

/** The current log file and its rotated files; `FILE.1` is the newest rotated file. */
export interface AuditFilesAside {
  readonly path: string
  readonly keep: number
}

/** A position in a file, which is identified by the file system, because its name changes when it is rotated. */
export interface TrailPlace extends ReadPlace {
  readonly file: string
}

interface TrailStep extends BackwardStep {
  readonly place: TrailPlace
}

/** Thrown if the next part to read no longer exists. */
export class TrailGoneError extends Error {}

interface Opened {
  readonly handle: FileHandle
  readonly file: string
  readonly size: number
}

const lineEnd = 0x0a
const chunkBytes = 64 * 1024
/** The maximum length, far more than a line of the log can have; the rest of a longer line is skipped. */
const longestLine = 64 * 1024
/**
 * The maximum number of attempts, because files may be rotated after their names are read and before they are opened.
 */
const attempts = 5

/** Yields all lines, the newest first, across all files, even while the files are being rotated. */
export async function* readTrail(files: AuditFilesAside, from?: TrailPlace): AsyncGenerator<TrailStep> {
  let opened = await (from === undefined ? openFile(files) : openFile(files, { itself: from.file }))
  if (from !== undefined && opened === undefined) throw new TrailGoneError()
  let place = from
  while (opened !== undefined) {
    const { handle, file, size } = opened
    try {
      // A line without an end is still being written, or is incomplete and ends with the next line.
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

/** Yields the lines of a file from a position towards its beginning, with at most one chunk and one line in memory. */
async function* readBackwards(file: Pick<FileHandle, 'read'>, from: ReadPlace): AsyncGenerator<BackwardStep> {
  const chunk = Buffer.alloc(chunkBytes)
  let { at, isInside } = from
  let parts: Buffer[] = []
  let length = 0
  // The line feed at the end of the last line belongs to this line.
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

/** If the file has become shorter in the meantime, the missing bytes are filled in as line feeds. */
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

/** Opens the newest file, a particular file, or the next older file. */
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
    // If the file was removed, it was the oldest, so there is no older file.
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

/** Tells whether a place still refers to the same file: a file of another log may have the name of a removed one. */
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
