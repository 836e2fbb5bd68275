import { loadDer } from '#kit/form/certificate/der.ts'
import type { PemBlock } from '#kit/form/certificate/pem.ts'
import type { KeyFacts } from '#kit/form/certificate/public-key.ts'
import { readKeyBytes } from '#kit/form/certificate/read-private-key.ts'
import { openOldPem } from './open-old-pem.ts'
import { getDerContent, openSealed } from './open-sealed.ts'
import { newWorkBudget, UnreadableFile } from './work-budget.ts'

/** The result of a passphrase for an encrypted private key; `unknown`: the encryption is not supported here. */
export type Unlocking =
  | { readonly kind: 'unlocked'; readonly key: KeyFacts | undefined }
  | { readonly kind: 'wrong' | 'unknown' }

export async function unlockKey(sealed: PemBlock, passphrase: string): Promise<Unlocking> {
  try {
    const plain = await openKey(sealed, passphrase)
    if (plain === undefined) return { kind: 'wrong' }
    return { kind: 'unlocked', key: await readKeyBytes(sealed.label.replace('ENCRYPTED ', ''), plain) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unknown' }
    throw error
  }
}

async function openKey(
  { bytes = new Uint8Array(), isEncrypted, headers }: PemBlock,
  passphrase: string,
): Promise<Uint8Array | undefined> {
  const readDer = await loadDer()
  if (isEncrypted) {
    const plain = openOldPem(headers, bytes, passphrase)
    // One wrong passphrase in 256 also yields whole blocks, but these are not DER.
    return plain && readDer(plain) && plain
  }
  const [algorithm, data] = readDer(bytes)?.children ?? []
  return await openSealed(algorithm, getDerContent(data), passphrase, newWorkBudget())
}
