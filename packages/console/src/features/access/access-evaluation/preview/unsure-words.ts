import { deciderTitle } from '#features/access/access-evaluation/placed-words.ts'
import { whyUnknown } from '#features/access/access-evaluation/why-unknown.ts'
import { preview as m } from '#features/access/messages/access-evaluation.ts'
import type { Unsure } from './decide-access.ts'

const words = { ...whyUnknown, credentials: m.credentials, unread: m.unread }

/** Says which source leaves the decision open, and why. */
export function unsureWords({ source, lack }: Pick<Unsure, 'source' | 'lack'>): string {
  return m.by(deciderTitle(source), words[lack])
}
