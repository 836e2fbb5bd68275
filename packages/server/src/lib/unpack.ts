import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Returns the text of a body, at most `most` bytes of it, or an empty string if the body cannot be unpacked. */
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
