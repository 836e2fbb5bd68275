import type { KeyFacts } from './public-key.ts'

/** Whether a private key belongs to a certificate; `unknown` where its file does not hold the public half. */
export function keyMatch(certificate: KeyFacts, key: KeyFacts): 'matches' | 'differs' | 'unknown' {
  if (certificate.family !== key.family) return 'differs'
  if (certificate.publicNumber === undefined || key.publicNumber === undefined) return 'unknown'
  return certificate.publicNumber === key.publicNumber ? 'matches' : 'differs'
}
