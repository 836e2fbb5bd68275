import type { DecodeRefusal, DecodeResult } from './data-node.ts'

export class DecodeError extends Error {
  readonly why: DecodeRefusal

  constructor(why: DecodeRefusal) {
    super(why)
    this.name = 'DecodeError'
    this.why = why
  }
}

/** Counts one more value at a depth; throws if a limit is reached. */
export type Spend = (depth: number) => void

/** Runs a decoder within the limits: a document comes from a device and may be malicious. */
export function decodeWithin(
  size: number,
  decode: (spend: Spend) => Omit<Extract<DecodeResult, { kind: 'tree' }>, 'kind'>,
): DecodeResult {
  if (size > DECODE_LIMITS.size) return { kind: 'refused', why: 'too-large' }
  let left: number = DECODE_LIMITS.nodes
  const spend: Spend = (depth) => {
    left -= 1
    if (left < 0) throw new DecodeError('too-large')
    if (depth > DECODE_LIMITS.depth) throw new DecodeError('too-deep')
  }
  try {
    return { kind: 'tree', ...decode(spend) }
  } catch (error) {
    if (error instanceof DecodeError) return { kind: 'refused', why: error.why }
    throw error
  }
}

/** The limits for untrusted documents: size in bytes, total number of values, levels. */
export const DECODE_LIMITS = { size: 2 * 1024 * 1024, nodes: 300_000, depth: 200 } as const
