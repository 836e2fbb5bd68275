import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** The text of a body, at most so many bytes of it; nothing where it cannot be unpacked. */
export function unpack(body: Buffer, encoding: unknown, most: number): string {
  const limit = { maxOutputLength: most }
  try {
    if (encoding === 'gzip') return gunzipSync(body, limit).toString()
    if (encoding === 'deflate') return inflateSync(body, limit).toString()
    if (encoding === 'br') return brotliDecompressSync(body, limit).toString()
  } catch {
    return ''
  }
  return body.toString()
}
