import { preview as m } from '../../messages/access-walk.ts'
import { deciderTitle } from '../placed-words.ts'
import { whyUnknown } from '../why-unknown.ts'
import type { Unsure } from './decide-access.ts'

const words = { ...whyUnknown, credentials: m.credentials, unread: m.unread }

/** Who leaves something open, and why. */
export function unsureWords({ source, lack }: Pick<Unsure, 'source' | 'lack'>): string {
  return m.by(deciderTitle(source), words[lack])
}
