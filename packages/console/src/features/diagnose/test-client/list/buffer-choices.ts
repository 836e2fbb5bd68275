import { defaultLimits } from '../engine/default-limits.ts'
import type { BufferLimits } from '../engine/message-buffer.ts'

const MiB = 1_048_576

/** Whichever is reached first; the second is the one that a connection begins with. */
export const bufferChoices: readonly BufferLimits[] = [
  { count: 5_000, bytes: 16 * MiB },
  defaultLimits,
  { count: 200_000, bytes: 256 * MiB },
]
