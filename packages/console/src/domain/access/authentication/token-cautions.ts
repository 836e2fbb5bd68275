import { readRsaBits } from '#kit/form/certificate/rsa-bits.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { authenticatorForm as m } from './messages.ts'

/** Shorter moduli must no longer be used for signatures (NIST SP 800-131A). */
const fewestBits = 2048

/** Warns about token keys that the broker accepts although they are insecure. */
export function tokenCautions({ public_key: key }: ApiDocument): readonly FormFault[] {
  const bits = typeof key === 'string' ? readRsaBits(key) : undefined
  return bits === undefined || bits >= fewestBits
    ? []
    : [{ path: 'public_key', message: m.shortRsa(String(bits)) }]
}
