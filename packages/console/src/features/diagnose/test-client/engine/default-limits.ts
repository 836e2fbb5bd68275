import type { BufferLimits } from './message-buffer.ts'

/** Of what is received, until the operator chooses others. */
export const defaultLimits: BufferLimits = { count: 50_000, bytes: 64 * 1_048_576 }
