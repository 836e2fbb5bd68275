import type { FormFault } from '#kit/form/field.ts'
import { authenticatorForm as m } from './messages.ts'

/** What the broker says of the keys of tokens without naming the field as such. */
export function tokenFaults(words: string): readonly FormFault[] {
  if (/^Invalid value for 'secret'/.test(words)) return [{ path: 'secret', message: m.secretNotBase64 }]
  if (/^invalid.public.key/.test(words)) return [{ path: 'public_key', message: m.notPublicKey }]
  return []
}
