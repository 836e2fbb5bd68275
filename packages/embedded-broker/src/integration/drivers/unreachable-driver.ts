import type { Driver, Health } from './driver.ts'

/**
 * Returns the driver for systems that this broker has no client for: their connectors are stored, and never reported
 * as connected.
 */
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
