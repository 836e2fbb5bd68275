/**
 * The subset of tar (POSIX ustar) that backups and packages use: plain files. Archives are untrusted, so every size
 * is checked against the actual data, and so is the checksum of every header.
 */
export interface TarEntry {
  readonly name: string
  readonly data: Uint8Array
  /** The time of modification, in epoch seconds. */
  readonly modifiedAt: number
}

const block = 512
const maxEntries = 10_000
const plainFile = ['0', '\0', '']

export class TarError extends Error {
  override readonly name = 'TarError'
}

/**
 * Returns the plain files of an archive, with long names as pax and GNU spell them; folders, links and other
 * extensions are skipped. With `isGuarded`, rejects links, devices, names that lead out of the archive, and duplicate
 * names, as a program that unpacks to a disk does. Throws TarError.
 */
export function readTar(archive: Uint8Array, isGuarded = false): readonly TarEntry[] {
  const entries: TarEntry[] = []
  const names = new Set<string>()
  let longName: string | undefined
  let headers = 0
  let offset = 0
  while (offset + block <= archive.length) {
    const header = archive.subarray(offset, offset + block)
    if (header.every((byte) => byte === 0)) return entries
    if (octal(header, 148, 8) !== checksum(header)) throw new TarError('a header is damaged')
    const size = octal(header, 124, 12)
    const start = offset + block
    if (start + size > archive.length) throw new TarError('a file is cut off')
    const data = archive.subarray(start, start + size)
    const kind = text(header, 156, 1)
    const name = longName ?? readName(header)
    // Several extensions may follow each other, so a long name is kept until its entry.
    longName = findExtendedName(kind, data) ?? (extensions.includes(kind) ? longName : undefined)
    if (isGuarded) refuseHarm(kind, name, names)
    if (plainFile.includes(kind)) entries.push({ name, data, modifiedAt: octal(header, 136, 12) })
    headers += 1
    if (headers > maxEntries) throw new TarError('it has too many files')
    offset = start + Math.ceil(size / block) * block
  }
  return entries
}

function readName(header: Uint8Array): string {
  const prefix = text(header, 345, 155)
  const name = text(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

const longest = 4096

/** Returns the name that an extension gives to the entry after it. */
function findExtendedName(kind: string, data: Uint8Array): string | undefined {
  if (kind === 'L') return text(data, 0, Math.min(data.length, longest))
  if (kind !== 'x') return undefined
  return /^\d+ path=([^\n]*)$/m.exec(text(data, 0, Math.min(data.length, 2 * longest)))?.[1]
}

/** The types of extensions: long names, and pax settings for one entry or for all entries. */
const extensions: readonly string[] = ['x', 'g', 'L']
const folder = '5'

function refuseHarm(kind: string, name: string, names: Set<string>): void {
  if (extensions.includes(kind)) return
  if (kind !== folder && !plainFile.includes(kind)) throw new TarError('it has a link or a device')
  const parts = name.split(/[/\\]/)
  if (parts.includes('..') || parts[0] === '' || /^[a-z]:/i.test(name) || /\p{Cc}/u.test(name))
    throw new TarError('a name leads out of the archive')
  const plain = parts.filter((part) => part !== '' && part !== '.').join('/')
  if (kind !== folder && names.has(plain)) throw new TarError('a file is there twice')
  names.add(plain)
}

/** Writes an archive. A name may have at most 100 bytes, or as many again before a slash. */
export function writeTar(entries: readonly TarEntry[]): Uint8Array<ArrayBuffer> {
  const sizes = entries.map(({ data }) => block + Math.ceil(data.length / block) * block)
  const archive = new Uint8Array(sizes.reduce((sum, size) => sum + size, 2 * block))
  let offset = 0
  for (const [at, entry] of entries.entries()) {
    archive.set(buildHeader(entry), offset)
    archive.set(entry.data, offset + block)
    offset += sizes[at] ?? 0
  }
  return archive
}

function buildHeader({ name, data, modifiedAt }: TarEntry): Uint8Array {
  const header = new Uint8Array(block)
  const put = (value: string, at: number) => header.set(new TextEncoder().encode(value), at)
  const [prefix, short] = splitName(name)
  put(short, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${data.length.toString(8).padStart(11, '0')}\0`, 124)
  put(`${Math.floor(modifiedAt).toString(8).padStart(11, '0')}\0`, 136)
  put('0', 156)
  put('ustar\u000000', 257)
  put(prefix, 345)
  put(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function splitName(name: string): readonly [prefix: string, name: string] {
  const length = (part: string) => new TextEncoder().encode(part).length
  if (length(name) <= 100) return ['', name]
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
    const parts = [name.slice(0, slash), name.slice(slash + 1)] as const
    if (length(parts[0]) <= 155 && length(parts[1]) <= 100) return parts
  }
  throw new TarError(`the name ${name} is too long`)
}

/** Returns the sum of all bytes of a header, with the bytes of the checksum counted as spaces. */
function checksum(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

function text(header: Uint8Array, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
}

function octal(header: Uint8Array, at: number, length: number): number {
  const digits = text(header, at, length).trim()
  if (!/^[0-7]*$/.test(digits)) throw new TarError('a header is damaged')
  return Number.parseInt(digits || '0', 8)
}
