import type { Delivery } from '../../drivers/driver.ts'
import type { BufferTarget } from '../buffer-worker.ts'

/** Creates a target that the test controls: each delivery waits for its response. */
export function holdTarget() {
  const open: ((delivery: Delivery) => void)[] = []
  const batches: string[][] = []
  let state: ReturnType<BufferTarget['state']> = 'ready'
  const target: BufferTarget = {
    state: () => state,
    deliver: (rows) => {
      batches.push(rows.map((row) => String(row.get('n'))))
      return new Promise((resolve) => open.push(resolve))
    },
  }
  return {
    target,
    batches,
    become: (wanted: typeof state) => {
      state = wanted
    },
    /** Resolves the oldest pending delivery, or the delivery at another position. */
    answer: (delivery: Delivery, at = 0) => open.splice(at, 1)[0]?.(delivery),
    get asked() {
      return open.length
    },
  }
}
