import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'

export interface MemoryUse {
  readonly used: number
  readonly total: number
  /** The used share, 0 to 1. */
  readonly share: number
}

/** Returns the memory use; `undefined` if the broker cannot measure it, in which case it reports a total of 0. */
export function memoryUse(node: Pick<RunningNode, 'memory_used' | 'memory_total'>): MemoryUse | undefined {
  const used = parseByteSize(node.memory_used)
  const total = parseByteSize(node.memory_total)
  return used === undefined || !total ? undefined : { used, total, share: used / total }
}

export type Level = 'normal' | 'warn' | 'bad'

// Uses the thresholds of the broker's own console; the broker's watermark for its alarm is configurable and lower.
export function toMemoryLevel(share: number): Level {
  if (share >= 1) return 'bad'
  return share >= 0.85 ? 'warn' : 'normal'
}
