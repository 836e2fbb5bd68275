import { clientValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import type { Credentials } from '../../mqtt/client/access.ts'

const own = ['clientid', 'username', 'password', 'peerhost', 'peerport', 'peername', 'listener', 'zone']
const ofCertificates = ['cert_subject', 'cert_common_name', 'cert_pem']

/** Returns true if settings may use this name as a placeholder for a property of the connecting client. */
export const isCredential = (name: string): boolean =>
  own.includes(name) || ofCertificates.includes(name) || name.startsWith('client_attrs.')

/** Returns undefined for a property that the client does not have. */
export function credentialValue(credentials: Credentials, name: string): string | undefined {
  switch (name) {
    case 'password':
      return credentials.password?.toString('utf8')
    case 'peerport':
      return String(credentials.peerport)
    case 'peername':
      return `${credentials.peerhost}:${credentials.peerport}`
    case 'cert_common_name':
      return credentials.certificate?.commonName
    case 'cert_subject':
      return credentials.certificate?.subject
    case 'cert_pem':
      return credentials.certificate?.der.toString('base64')
    default:
      return clientValue(credentials, name)
  }
}

/** Returns the function with which templates look up the properties of a client. */
export const toValueLookup =
  (credentials: Credentials) =>
  (name: string): string | undefined =>
    credentialValue(credentials, name)
