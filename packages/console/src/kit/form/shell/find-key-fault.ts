import { parsePem } from '#kit/form/certificate/pem.ts'
import { type KeyFacts, keyMatch } from '#kit/form/certificate/public-key.ts'
import { type CertificateReading, readCertificates } from '#kit/form/certificate/read-certificates.ts'
import { readPrivateKey } from '#kit/form/certificate/read-private-key.ts'
import type { FormFault } from '#kit/form/field.ts'
import { keyProblems as m } from '#kit/messages/form.ts'

/** A private key, with the certificate and passphrase that it must match. */
export interface KeyUse {
  readonly path: string
  readonly certificatePath: string
  /** The path of the passphrase field, if such a field exists. */
  readonly passphrasePath: string | undefined
  readonly key: string
  readonly certificate: string
  /** The passphrase; undefined if the broker keeps it. */
  readonly passphrase: string | undefined
}

const words = {
  'broken-certificate': m.brokenCertificate,
  'not-certificate': m.notCertificate,
  'reversed-chain': m.reversedChain,
  'broken-key': m.brokenKey,
  'not-key': m.notKey,
  differs: m.differs,
  'no-passphrase': m.needsPassphrase,
  'wrong-passphrase': m.wrongPassphrase,
} as const

export async function findKeyFault(use: KeyUse): Promise<FormFault | undefined> {
  const problem = await keyProblem(use.key, use.certificate, use.passphrase)
  return problem && { path: findFaultPath(problem, use), message: words[problem] }
}

function findFaultPath(problem: KeyProblem, { path, certificatePath, passphrasePath }: KeyUse): string {
  switch (problem) {
    case 'broken-certificate':
    case 'not-certificate':
    case 'reversed-chain':
      return certificatePath
    case 'no-passphrase':
    case 'wrong-passphrase':
      return passphrasePath ?? path
    default:
      return path
  }
}

type KeyProblem =
  | 'broken-certificate'
  | 'not-certificate'
  | 'reversed-chain'
  | 'broken-key'
  | 'not-key'
  | 'differs'
  | 'no-passphrase'
  | 'wrong-passphrase'

/**
 * Finds the problem with a key. Paths are not read, because the files are on the nodes. `passphrase` is undefined if
 * the broker keeps a passphrase that cannot be read.
 */
async function keyProblem(
  key: string,
  certificate: string,
  passphrase: string | undefined,
): Promise<KeyProblem | undefined> {
  const owner = await readCertificates(certificate)
  if (owner.kind === 'read' && owner.isReversed) return 'reversed-chain'
  if (owner.kind === 'fault' && owner.fault !== 'not-pem')
    return owner.fault === 'broken' ? 'broken-certificate' : owner.fault
  const reading = await readPrivateKey(key)
  if (reading.kind === 'read') return mismatch(owner, reading.key)
  if (reading.fault === 'not-key') return 'not-key'
  if (reading.fault === 'broken') return 'broken-key'
  if (reading.fault !== 'encrypted' || passphrase === undefined) return undefined
  if (passphrase === '') return 'no-passphrase'
  const sealed = parsePem(key).find(({ label }) => label.endsWith('PRIVATE KEY'))
  if (sealed === undefined) return undefined
  const { unlockKey } = await import('#kit/form/certificate/file/unlock-key.ts')
  const unlocking = await unlockKey(sealed, passphrase)
  if (unlocking.kind === 'wrong') return 'wrong-passphrase'
  const facts = unlocking.kind === 'unlocked' ? unlocking.key : undefined
  return facts && mismatch(owner, facts)
}

function mismatch(owner: CertificateReading, key: KeyFacts): KeyProblem | undefined {
  const isOther = owner.kind === 'read' && keyMatch(owner.certificates[0].key, key) === 'differs'
  return isOther ? 'differs' : undefined
}
