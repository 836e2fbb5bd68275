import type { ConnectionSettings } from './connection-settings.ts'
import { hasTunnel } from './link-address.ts'
import { useBrokerPorts } from './use-broker-ports.ts'

export interface DirectPlace {
  /** The id of the listener. */
  readonly id: string
  readonly settings: Pick<ConnectionSettings, 'host' | 'port' | 'path' | 'tls'>
}

/** Returns where a page without a tunnel connects: to the broker's first running listener that the browser may use. */
export function useDirectPlace(): DirectPlace | undefined {
  const isNeeded = !hasTunnel()
  const ports = useBrokerPorts(isNeeded)
  const tls = location.protocol === 'https:'
  const found = ports?.find(({ type, isRunning }) => isRunning && type === (tls ? 'wss' : 'ws'))
  // The cache may hold ports requested by another page, although this page does not need them.
  if (!isNeeded || found === undefined) return undefined
  const { id, host = location.hostname, port, path = '/mqtt' } = found
  return { id, settings: { host, port, path, tls } }
}
