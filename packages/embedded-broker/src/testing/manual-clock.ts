import type { Clock } from '../runtime/clock.ts'

export interface ManualClock extends Clock {
  /** Advances the time and runs all timers that are due. */
  advance(milliseconds: number): void
  /** The requested waiting times, in order. Waiting takes no real time: the clock jumps. */
  readonly waits: readonly number[]
}

export function manualClock(start = Date.UTC(2026, 10, 21, 8)): ManualClock {
  let time = start
  const waits: number[] = []
  const timers = new Set<{ readonly milliseconds: number; readonly run: () => void }>()
  const clock: ManualClock = {
    waits,
    now: () => time,
    async wait(milliseconds) {
      waits.push(milliseconds)
      time += milliseconds
    },
    every(milliseconds, run) {
      const timer = { milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(milliseconds) {
      const end = time + milliseconds
      for (let next = nextSecond(time); next <= end; next += 1000) {
        time = next
        for (const timer of timers) if (time % timer.milliseconds === 0) timer.run()
      }
      time = end
    },
  }
  return clock
}

const nextSecond = (time: number): number => time - (time % 1000) + 1000
