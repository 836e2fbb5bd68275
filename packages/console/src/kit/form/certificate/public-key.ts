import { type DerNode, formatHex, readOid } from './der.ts'

export interface KeyFacts {
  /** `RSA 2048`, `EC P-256`, `Ed25519`; the identifier of what is not known. */
  readonly name: string
  readonly family: string
  /** What certificate and private key have in common: modulus or point; undefined where the file does not say it. */
  readonly publicNumber: string | undefined
}

/** RFC 5480, RFC 8017, RFC 8410. */
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

/** Of an AlgorithmIdentifier. */
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

/** Whether a private key belongs to a certificate; `unknown` where its file does not hold the public half. */
export function keyMatch(certificate: KeyFacts, key: KeyFacts): 'matches' | 'differs' | 'unknown' {
  if (certificate.family !== key.family) return 'differs'
  if (certificate.publicNumber === undefined || key.publicNumber === undefined) return 'unknown'
  return certificate.publicNumber === key.publicNumber ? 'matches' : 'differs'
}
