import { type BrokerPort, isWebSocket } from '#domain/mqtt-link/broker-port.ts'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'

/** The address that a client outside of the browser connects to; an unknown part becomes a variable of the command. */
export interface CommandTarget {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly tls: boolean
}

interface Page {
  readonly protocol: string
  readonly hostname: string
  /** True if the broker runs on the machine that serves the page. */
  readonly isEmbedded: boolean
}

/**
 * Returns the address for a command. Shell clients do not support WebSocket: they need a tcp or ssl listener, with
 * TLS if the browser uses TLS.
 */
export function commandTarget(
  { via, host, tls }: Pick<ConnectionSettings, 'via' | 'host' | 'tls'>,
  ports: readonly BrokerPort[] | undefined,
  page: Page,
): CommandTarget {
  const offered = (ports ?? []).filter((port) => port.isRunning && !isWebSocket(port) && port.type !== 'quic')
  const isSecure = via === 'direct' ? tls : page.protocol === 'https:'
  const isWanted = ({ type }: BrokerPort) => (type === 'ssl') === isSecure
  const chosen = offered.find(isWanted) ?? offered[0]
  const known = chosen?.host ?? (page.isEmbedded ? page.hostname : undefined)
  return {
    host: bare(via === 'direct' ? host : known),
    port: chosen?.port,
    tls: chosen === undefined ? isSecure : chosen.type === 'ssl',
  }
}

/** Removes the brackets around an IPv6 address, which only URLs have. */
function bare(host: string | undefined): string | undefined {
  return host?.replace(/^\[(.*)\]$/, '$1')
}
