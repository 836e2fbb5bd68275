import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import * as der from './der.ts'

export interface KeyPair {
  readonly cert: string
  readonly key: string
}

const ecdsaWithSha256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'))
const day = 86_400_000
const validDays = 3650

function toName(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId('2.5.4.3'), der.utf8(commonName))))
}

const extension = (id: string, value: Buffer) => der.sequence(der.objectId(id), der.octets(value))

function subjectNames(names: readonly string[], addresses: readonly string[]): Buffer {
  return der.sequence(
    ...names.map((name) => der.implicit(2, Buffer.from(name))),
    ...addresses.map((address) => der.implicit(7, Buffer.from(address.split('.').map(Number)))),
  )
}

/** Creates a self-signed EC certificate for these names and IPv4 addresses (RFC 5280), in PEM. */
export function selfSigned(
  commonName: string,
  names: readonly string[],
  addresses: readonly string[],
  now: number,
): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = der.sequence(
    extension('2.5.29.19', der.sequence(der.yes)),
    extension('2.5.29.17', subjectNames(names, addresses)),
  )
  const name = toName(commonName)
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    // A serial number is positive and at most 20 bytes long.
    der.integer(Buffer.from([1, ...randomBytes(15)])),
    ecdsaWithSha256,
    name,
    der.sequence(der.utcTime(new Date(now - day)), der.utcTime(new Date(now + validDays * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(3, extensions),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = der.sequence(toBeSigned, ecdsaWithSha256, der.bits(signature))
  return {
    cert: toPem('CERTIFICATE', certificate),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
