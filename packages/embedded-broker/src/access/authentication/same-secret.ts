import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes the same time whatever differs, and wherever. */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(one), digest(other))
}
