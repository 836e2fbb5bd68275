import { afterAll, vi } from 'vitest'

// The files of a worker share its process, and each begins as if it were the first: with the globals, the environment,
// the clock and the modules of this repository as they are, whatever the file before has done to them.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  vi.resetModules()
})
