import { parsePem } from './pem.ts'
import { type KeyFacts, keyMatch } from './public-key.ts'
import { readCertificates } from './read-certificates.ts'
import { readKeyBytes, readPrivateKey } from './read-private-key.ts'

/** Why no TLS handshake can succeed with a key. The broker takes it all the same and only the clients notice. */
export type KeyProblem = 'differs' | 'no-passphrase' | 'wrong-passphrase'

/** Paths are not read: they are on the nodes. `passphrase` is undefined when the broker keeps one that nobody can see. */
export async function keyProblem(
  key: string,
  certificate: string,
  passphrase: string | undefined,
): Promise<KeyProblem | undefined> {
  const reading = await readPrivateKey(key)
  if (reading.kind === 'read') return await mismatch(certificate, reading.key)
  if (reading.fault !== 'encrypted' || passphrase === undefined) return undefined
  if (passphrase === '') return 'no-passphrase'
  const sealed = parsePem(key).find(({ label }) => label === 'ENCRYPTED PRIVATE KEY')?.bytes
  if (sealed === undefined) return undefined
  const { unlockKey } = await import('./file/unlock-key.ts')
  const unlocking = await unlockKey(sealed, passphrase)
  if (unlocking.kind === 'wrong') return 'wrong-passphrase'
  const facts = unlocking.kind === 'unlocked' ? await readKeyBytes('PRIVATE KEY', unlocking.bytes) : undefined
  return facts && (await mismatch(certificate, facts))
}

async function mismatch(certificate: string, key: KeyFacts): Promise<KeyProblem | undefined> {
  const owner = await readCertificates(certificate)
  const isOther = owner.kind === 'read' && keyMatch(owner.certificates[0].key, key) === 'differs'
  return isOther ? 'differs' : undefined
}
