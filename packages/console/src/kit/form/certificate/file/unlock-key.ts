import { loadDer } from '../der.ts'
import { contentOf, openSealed } from './open-sealed.ts'
import { newWorkBudget, UnreadableFile } from './work-budget.ts'

/** What a passphrase does to an ENCRYPTED PRIVATE KEY; `unknown`: locked in a way that is not read here. */
export type Unlocking =
  | { readonly kind: 'unlocked'; readonly bytes: Uint8Array }
  | { readonly kind: 'wrong' | 'unknown' }

export async function unlockKey(sealed: Uint8Array, passphrase: string): Promise<Unlocking> {
  const [algorithm, data] = (await loadDer())(sealed)?.children ?? []
  try {
    const bytes = await openSealed(algorithm, contentOf(data), passphrase, newWorkBudget())
    return bytes === undefined ? { kind: 'wrong' } : { kind: 'unlocked', bytes }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unknown' }
    throw error
  }
}
