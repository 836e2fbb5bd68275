import type { ConnectionSettings } from './connection-settings.ts'
import { hasTunnel } from './link-address.ts'
import { useBrokerPorts } from './use-broker-ports.ts'

export interface DirectPlace {
  /** Of the listener. */
  readonly id: string
  readonly settings: Pick<ConnectionSettings, 'host' | 'port' | 'path' | 'tls'>
}

/** Where a page without a tunnel reaches MQTT: the broker's first running listener that its browser may use. */
export function useDirectPlace(): DirectPlace | undefined {
  const isNeeded = !hasTunnel()
  const ports = useBrokerPorts(isNeeded)
  const tls = location.protocol === 'https:'
  const found = ports?.find(({ type, isRunning }) => isRunning && type === (tls ? 'wss' : 'ws'))
  // Another page may have asked for the ports that this one does not need.
  if (!isNeeded || found === undefined) return undefined
  const { id, host = location.hostname, port, path = '/mqtt' } = found
  return { id, settings: { host, port, path, tls } }
}
