import type { Driver, Health } from './driver.ts'

/** A kind of system that this broker has no client for: kept, and never said to be connected. */
export function unreachableDriver(type: string): Driver {
  const reason = `The embedded broker cannot reach systems of type ${type}: settings are stored and checked, but nothing is sent. Use an EMQX cluster for this connector.`
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
