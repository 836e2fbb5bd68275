import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, independent of what differs and where. */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(one), digest(other))
}
