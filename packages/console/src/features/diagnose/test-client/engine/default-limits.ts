import type { BufferLimits } from './message-buffer.ts'

/** The limits for received messages, until the operator chooses others. */
export const defaultLimits: BufferLimits = { count: 50_000, bytes: 64 * 1_048_576 }
