import { type BrokerPort, isWebSocket } from '#domain/mqtt-link/broker-port.ts'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'

/** Where a client without a browser connects to; what is not known is a variable of the command. */
export interface CommandTarget {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly tls: boolean
}

interface Page {
  readonly protocol: string
  readonly hostname: string
  /** The broker is on the machine of the page. */
  readonly isEmbedded: boolean
}

/** The clients of a shell speak no WebSocket: they need a tcp or ssl listener, with TLS where the browser has it. */
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

/** Only an address of the web has brackets around IPv6. */
function bare(host: string | undefined): string | undefined {
  return host?.replace(/^\[(.*)\]$/, '$1')
}
