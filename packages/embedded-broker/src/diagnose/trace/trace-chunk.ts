import type { TraceLog } from './trace-log.ts'

/** What one answer carries, however much is asked for. */
const mostBytes = 1_048_576

/** A piece of a log that ends with a whole character. A position before the beginning is counted on from, as EMQX does. */
export async function chunkOf(
  log: TraceLog | undefined,
  position: number,
  bytes: number,
): Promise<{ readonly items: string; readonly position: number }> {
  const size = log?.size ?? 0
  if (log === undefined || position >= size) return { items: '', position: size }
  const from = Math.max(position, 0)
  const wanted = Math.min(bytes, mostBytes)
  // The longest character has four bytes: one that is begun is taken whole.
  const read = await log.read(from, wanted === 0 ? 0 : Math.max(wanted, 4))
  const items = read.subarray(0, wholeLength(read, wanted))
  return { items: items.toString('utf8'), position: position + items.length }
}

/** At most `wanted`, and more than nothing. */
function wholeLength(bytes: Buffer, wanted: number): number {
  if (bytes.length <= wanted) return bytes.length
  let end = wanted
  while (end > 0 && isInside(bytes[end])) end--
  if (end > 0) return end
  end = wanted
  while (end < bytes.length && isInside(bytes[end])) end++
  return end
}

/** A byte of UTF-8 that does not begin a character. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
