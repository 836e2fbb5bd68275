import { vi } from 'vitest'

/** Waits until the check passes. The default second is short on a machine that runs many files at once. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 15_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 })
}
