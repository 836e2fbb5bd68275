import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { onTestFinished } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { ActionBuffer } from '../action-buffer.ts'
import { ActionMetrics } from '../action-metrics.ts'
import { BufferBudget } from '../buffer-budget.ts'
import { bufferOptions } from '../buffer-options.ts'
import type { BufferTarget } from '../buffer-worker.ts'
import type { Outcome } from '../waiting-line.ts'

/**
 * Creates the buffer of one action, with one worker unless the options set another number, and records the outcome of
 * each row.
 */
export function arrangeBuffer(
  target: BufferTarget,
  resourceOpts: Readonly<Record<string, unknown>> = {},
  budget = new BufferBudget(),
) {
  const manual = manualClock()
  const ticking = new Set<symbol>()
  const clock: typeof manual = {
    ...manual,
    every(milliseconds, run) {
      const timer = Symbol()
      ticking.add(timer)
      const stop = manual.every(milliseconds, run)
      return () => {
        ticking.delete(timer)
        stop()
      }
    },
  }
  const metrics = new ActionMetrics()
  const options = bufferOptions({ worker_pool_size: 1, ...resourceOpts })
  const buffer = new ActionBuffer({ target, options, metrics, budget, clock })
  onTestFinished(() => buffer.close())
  const outcomes: Outcome[] = []
  const send = (n: number, payload = '', key = 'c') => {
    const row: TermMap = new Map([
      ['n', String(n)],
      ['payload', payload],
    ])
    buffer.send(row, key, (one) => outcomes.push(one))
  }
  return { buffer, clock, metrics, outcomes, send, ticking }
}
