import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type BrokerPort, isWebSocket } from './broker-port.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { hostInUrl } from './host-in-url.ts'
import { m } from './messages.ts'

type Place = Pick<ConnectionSettings, 'host' | 'port' | 'path' | 'tls'>

/** What an address has wrong, by the listeners that the broker says it has. */
export function portHints(place: Place, ports: readonly BrokerPort[] | undefined): readonly string[] {
  if (ports === undefined) return [m.portsUnknown]
  const here = ports.filter(({ port }) => port === place.port)
  const [first] = here
  if (first === undefined) return [m.portFree(String(place.port)), webSockets(ports)]
  const id = visibleText(first.id)
  if (!isWebSocket(first)) return [m.portPlain(id, String(place.port)), webSockets(ports)]
  if (!first.isRunning) return [m.portStopped(id)]
  if (first.type === 'wss' && !place.tls) return [m.portNeedsTls(id)]
  if (first.type === 'ws' && place.tls) return [m.portNeedsNoTls(id)]
  if (first.path !== undefined && first.path !== place.path) {
    return [m.portPath(id, visibleText(first.path))]
  }
  return [
    ...(place.tls ? [m.portCertificate(`https://${hostInUrl(place.host)}:${place.port}/`)] : []),
    m.portFits(id),
  ]
}

function webSockets(ports: readonly BrokerPort[]): string {
  const known = ports.filter((port) => isWebSocket(port) && port.isRunning)
  if (known.length === 0) return m.portNone
  const spelled = known.map(({ id, port, path }) =>
    m.portOf(visibleText(id), String(port), visibleText(path ?? '/mqtt')),
  )
  return m.portHas(formatList(spelled))
}
