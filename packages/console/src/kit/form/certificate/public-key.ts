import { type DerNode, formatHex, readOid } from './der.ts'

export interface KeyFacts {
  /** The name of the key type: `RSA 2048`, `EC P-256`, `Ed25519`; the object identifier of an unknown type. */
  readonly name: string
  readonly family: string
  /** The number that certificate and private key share: modulus or point; undefined if the file does not contain it. */
  readonly publicNumber: string | undefined
}

/** The families of RFC 5480, RFC 8017 and RFC 8410. */
const families: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.10': 'RSA',
  '1.2.840.10045.2.1': 'EC',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
  '1.2.840.10040.4.1': 'DSA',
}

const curves: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.132.0.10': 'secp256k1',
}

export function rsaKey(modulus: DerNode | undefined): KeyFacts {
  const number = modulus === undefined ? undefined : formatHex(modulus.content)
  const bits = number === undefined ? 0 : Math.ceil(number.length / 2) * 8
  return { name: bits === 0 ? 'RSA' : `RSA ${bits}`, family: 'RSA', publicNumber: number }
}

/** Returns the key family of an AlgorithmIdentifier. */
export function readKeyFamily(algorithm: DerNode | undefined): string {
  const oid = readOid(algorithm?.children[0])
  return families[oid] ?? oid
}

export function formatKeyName(family: string, algorithm: DerNode | undefined): string {
  return family === 'EC' ? ecName(algorithm?.children[1]) : family
}

export function ecName(curve: DerNode | undefined): string {
  const oid = readOid(curve)
  return `EC ${curves[oid] ?? oid}`.trim()
}

/** Tells whether a private key belongs to a certificate; `unknown` if the key's file does not hold the public half. */
export function keyMatch(certificate: KeyFacts, key: KeyFacts): 'matches' | 'differs' | 'unknown' {
  if (certificate.family !== key.family) return 'differs'
  if (certificate.publicNumber === undefined || key.publicNumber === undefined) return 'unknown'
  return certificate.publicNumber === key.publicNumber ? 'matches' : 'differs'
}
