import { createHash } from 'node:crypto'

interface NamedFile {
  readonly clientid: string
  readonly fileid: string
  readonly metadata: { readonly name: string }
}

/** Returns EMQX's path of the file below its folder: two levels of a hash, then the names. */
export function toPath({ clientid, fileid, metadata }: NamedFile): readonly string[] {
  const hash = createHash('sha1').update(erlangPair(clientid, fileid)).digest('hex').toUpperCase()
  return [
    hash.slice(0, 2),
    hash.slice(2, 4),
    hash.slice(4),
    escapeName(clientid),
    escapeName(fileid),
    metadata.name,
  ]
}

/** Encodes a tuple of two binaries in Erlang's external term format. */
function erlangPair(...texts: readonly string[]): Buffer {
  const parts = texts.map((text) => {
    const bytes = Buffer.from(text)
    const head = Buffer.alloc(5, 'm')
    head.writeUInt32BE(bytes.length, 1)
    return Buffer.concat([head, bytes])
  })
  return Buffer.concat([Buffer.from([131, 104, texts.length]), ...parts])
}

function escapeName(text: string): string {
  const unsafe = text === '.' || text === '..' ? /./g : /[%:\\/]|[^ -~\u{A0}-\u{10FFFF}]/gu
  return text.replaceAll(unsafe, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}

/** Compares paths folder by folder. */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const other = b[at]
    if (other !== undefined && part !== other) return part < other ? -1 : 1
  }
  return a.length - b.length
}
