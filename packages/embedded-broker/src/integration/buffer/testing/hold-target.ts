import type { Delivery } from '../../drivers/driver.ts'
import type { BufferTarget } from '../buffer-worker.ts'

/** A target that the test holds in its hands: each delivery waits for its answer. */
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
    /** The oldest delivery that waits for its answer, unless another is wanted. */
    answer: (delivery: Delivery, at = 0) => open.splice(at, 1)[0]?.(delivery),
    get asked() {
      return open.length
    },
  }
}
