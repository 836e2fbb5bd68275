import type { Driver, Health } from './driver.ts'

/** A kind of system that this broker has no client for: kept, and never said to be connected. */
export function unreachableDriver(type: string): Driver {
  const reason = `This broker has no client for systems of type ${type}`
  const health: Health = { status: 'disconnected', reason }
  return {
    open: async () => ({
      check: async () => health,
      channel: async () => {
        throw new Error(reason)
      },
      close: async () => undefined,
    }),
  }
}
