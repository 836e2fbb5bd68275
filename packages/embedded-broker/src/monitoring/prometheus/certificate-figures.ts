import { X509Certificate } from 'node:crypto'
import type { ListenerConfig } from '../../settings/listeners/listener-config.ts'
import type { FigureRow } from './figure-group.ts'

/**
 * Returns when the certificate of each TLS listener expires, in seconds since the epoch; a certificate that cannot be
 * read has no row.
 */
export function certificateFigures(listeners: Pick<ListenerConfig, 'settings'>): readonly FigureRow[] {
  return listeners.settings().flatMap(({ id, type, tls }) => {
    if (tls?.cert === undefined) return []
    const expiry = Date.parse(new X509Certificate(tls.cert).validTo) / 1000
    return [
      {
        labels: { listener_type: type, listener_name: id.slice(id.indexOf(':') + 1) },
        values: { emqx_cert_expiry_at: expiry },
      },
    ]
  })
}
