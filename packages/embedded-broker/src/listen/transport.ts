import type { Duplex } from 'node:stream'
import type { OnAccept, Origin, Transport } from './accepted.ts'
import type { ListenerSettings } from './listener-settings.ts'
import { tlsLayer } from './tls-layer.ts'
import { webSocketLayer } from './web-socket-layer.ts'

/** Made anew for changed settings: connections that came through an older one keep what they have. */
export function createTransport(settings: ListenerSettings, onAccept: OnAccept): Transport {
  const { tls, webSocket } = settings
  const accept =
    webSocket === undefined
      ? (stream: Duplex, origin: Origin) => onAccept({ stream, ...origin })
      : webSocketLayer(webSocket, onAccept)
  return tls === undefined ? accept : tlsLayer(tls, accept)
}
