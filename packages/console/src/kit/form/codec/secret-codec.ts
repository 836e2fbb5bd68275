import { readValue } from '../controls/read-value.ts'
import type { SecretField } from '../field.ts'
import type { ValueCodec } from './value-codec.ts'

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The state never holds what the broker has. "Replace" with nothing typed keeps it: only "clear" empties a secret.
 * "give" is where the broker has none: there is nothing to keep.
 */
export function secretCodec(field: SecretField): ValueCodec {
  return {
    toForm: (value) => ({ choice: isNothing(value) ? 'give' : 'unchanged', text: '' }),
    toApi: (value, original) => {
      const { choice, text } = readValue.parts(value)
      if (choice === 'clear') return field.isOmittedEmpty === true ? undefined : ''
      const isTyped = choice === 'replace' || choice === 'give'
      return isTyped && typeof text === 'string' && text !== '' ? text : original
    },
  }
}
