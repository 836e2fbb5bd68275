import { readValue } from '../controls/read-value.ts'
import type { FormValue, OneOfField } from '../field.ts'
import { sameValue } from '../same-value.ts'
import { durationOf } from './duration.ts'
import { printed } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

/** A switch for the word beside the control of the other values. */
export function oneOfCodec(field: OneOfField, inner: ValueCodec): ValueCodec {
  const valueToForm = (api: unknown): FormValue => inner.toForm(isWord(field, api) ? undefined : api)
  return {
    toForm: (api) => ({ isWord: isWord(field, api ?? field.default), value: valueToForm(api) }),
    toApi: (state, original) => {
      const { isWord: isChosen, value } = readValue.parts(state)
      if (isChosen === true) return field.word
      return sameValue(value, inner.toForm(original)) ? original : inner.toApi(value, original)
    },
  }
}

/** `0s` may come back as 0. */
function isWord({ word, inner }: OneOfField, api: unknown): boolean {
  if (api === word || printed(api) === String(word)) return true
  if (inner.kind !== 'duration') return false
  const duration = durationOf(api, inner.bareUnit)
  return duration !== undefined && duration === durationOf(word, inner.bareUnit)
}
