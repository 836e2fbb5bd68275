import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import type { Origin, Transport } from './accepted.ts'
import { readCertificate } from './client-certificate.ts'
import type { TlsSettings } from './listener-settings.ts'

const toKey = (socket: Socket) => `${socket.remoteAddress} ${socket.remotePort}`

export function toTlsOptions(settings: TlsSettings): TlsOptions {
  const { key, cert, ca, passphrase, ciphers, minVersion, maxVersion } = settings
  return {
    minVersion,
    maxVersion,
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(ciphers === undefined ? {} : { ciphers }),
    honorCipherOrder: settings.honorCipherOrder,
    handshakeTimeout: settings.handshakeTimeout,
    requestCert: settings.asksForCertificate,
    rejectUnauthorized: settings.requiresCertificate,
  }
}

/** Even if certificates are optional, a client must not present an invalid one. */
const showsBadCertificate = (socket: TLSSocket, settings: TlsSettings) =>
  settings.asksForCertificate && !socket.authorized && Object.keys(socket.getPeerCertificate()).length > 0

function findCertificate(socket: TLSSocket, settings: TlsSettings): Pick<Origin, 'certificate'> {
  const shown = settings.asksForCertificate ? socket.getPeerX509Certificate() : undefined
  return shown === undefined ? {} : { certificate: readCertificate(shown) }
}

export function tlsLayer(settings: TlsSettings, next: (stream: Duplex, origin: Origin) => void): Transport {
  /** The origins by the real address of the connection, which the information of a proxy does not change. */
  const origins = new Map<string, Origin>()
  const server = createServer(toTlsOptions(settings), (secure) => {
    const origin = origins.get(toKey(secure))
    if (origin === undefined || showsBadCertificate(secure, settings)) secure.destroy()
    else next(secure, { ...origin, ...findCertificate(secure, settings) })
  })
  // A failed handshake has already closed its connection and affects no other connection.
  server.on('tlsClientError', () => undefined)
  return (socket, origin) => {
    const key = toKey(socket)
    origins.set(key, origin)
    socket.once('close', () => origins.delete(key))
    socket.on('error', () => socket.destroy())
    server.emit('connection', socket)
  }
}
