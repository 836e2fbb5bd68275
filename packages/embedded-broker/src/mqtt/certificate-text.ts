import { createHash } from 'node:crypto'
import type { ClientCertificate } from '../listen/client-certificate.ts'
import type { CertificatePart } from './settings.ts'

/** The part of a certificate that a client is called by; undefined where it has shown none, or none with such a part. */
export function certificateText(
  certificate: ClientCertificate | undefined,
  part: CertificatePart | undefined,
): string | undefined {
  if (certificate === undefined) return undefined
  const { commonName, subject, der } = certificate
  switch (part) {
    case undefined:
      return undefined
    case 'cn':
      return commonName
    case 'dn':
      return subject
    case 'crt':
      return der.toString('latin1')
    case 'pem':
      return der.toString('base64')
    case 'md5':
      return createHash('md5').update(der).digest('hex')
  }
}
