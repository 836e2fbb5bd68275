import type { X509Certificate } from 'node:crypto'

/** The identity of a client by the certificate that it presented to a TLS listener. */
export interface ClientCertificate {
  readonly commonName: string | undefined
  /** The subject as RFC 4514 writes it, the most specific part first: `CN=pump-7,O=Plant`. */
  readonly subject: string
  readonly der: Buffer
}

/** The attributes whose name in EMQX differs from that of OpenSSL. */
const words = new Map([
  ['GN', 'GIVENNAME'],
  ['serialNumber', 'SERIALNUMBER'],
  ['emailAddress', 'EMAILADDRESS'],
  ['title', 'TITLE'],
  ['street', 'STREET'],
])

interface Attribute {
  readonly name: string
  /** The value with RFC 4514's escapes. */
  readonly value: string
}

function parseAttribute(written: string): Attribute {
  const equals = written.indexOf('=')
  const name = written.slice(0, equals)
  return { name: words.get(name) ?? name, value: written.slice(equals + 1) }
}

/** Removes the escapes of RFC 4514 §2.4. */
const plain = (value: string) =>
  value.replace(/\\([\da-f]{2}|.)/gi, (_, one: string) =>
    one.length === 2 ? String.fromCharCode(Number.parseInt(one, 16)) : one,
  )

export function readCertificate({ subject, raw }: X509Certificate): ClientCertificate {
  // OpenSSL writes a line for each part, from the country down. A certificate may have no subject at all.
  const lines = (subject ?? '').split('\n').filter((line) => line !== '')
  const parts = lines.map((line) => line.split(' + ').map(parseAttribute)).reverse()
  const commonName = parts.flat().find(({ name }) => name === 'CN')?.value
  return {
    commonName: commonName === undefined ? undefined : plain(commonName),
    subject: parts.map((part) => part.map(({ name, value }) => `${name}=${value}`).join('+')).join(','),
    der: raw,
  }
}
