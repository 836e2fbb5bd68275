import { onTestFinished, vi } from 'vitest'

/** The clock that rates and silences are measured by stands still until told how much passes; timers go on. */
export function stopClock(): (milliseconds: number) => void {
  // Whole milliseconds: a rate must not lack a billionth of a message.
  let now = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds) => {
    now += milliseconds
  }
}
