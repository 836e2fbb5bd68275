import type { FormFault } from '#kit/form/field.ts'
import { authenticatorForm as m } from './messages.ts'

/** Assigns errors of the broker about token keys to fields that the errors do not name. */
export function tokenFaults(words: string): readonly FormFault[] {
  if (/^Invalid value for 'secret'/.test(words)) return [{ path: 'secret', message: m.secretNotBase64 }]
  if (/^invalid.public.key/.test(words)) return [{ path: 'public_key', message: m.notPublicKey }]
  return []
}
