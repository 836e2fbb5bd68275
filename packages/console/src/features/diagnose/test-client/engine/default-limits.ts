import type { BufferLimits } from './message-buffer.ts'

/** Of what is received, until the operator chooses others. */
export const defaultLimits: BufferLimits = { count: 50_000, bytes: 64 * 1_048_576 }

/** What one sends oneself is seldom much. */
export const publishedLimits: BufferLimits = { count: 5_000, bytes: 16 * 1_048_576 }
