import { readValue } from '../controls/read-value.ts'
import type { SecretField } from '../field.ts'
import type { ValueCodec } from './value-codec.ts'

/**
 * The state never holds what the broker has. "Replace" with nothing typed keeps it: only "clear" empties a secret.
 */
export function secretCodec(field: SecretField): ValueCodec {
  return {
    toForm: () => ({ choice: 'unchanged', text: '' }),
    toApi: (value, original) => {
      const { choice, text } = readValue.parts(value)
      if (choice === 'clear') return field.isOmittedEmpty === true ? undefined : ''
      return choice === 'replace' && typeof text === 'string' && text !== '' ? text : original
    },
  }
}
