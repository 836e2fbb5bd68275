import { onTestFinished, vi } from 'vitest'

/** Stops the clock that measures rates and silence; the returned function advances it. Timers continue. */
export function stopClock(): (milliseconds: number) => void {
  // The clock uses whole milliseconds: a rate must not lack a billionth of a message.
  let now = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds) => {
    now += milliseconds
  }
}
