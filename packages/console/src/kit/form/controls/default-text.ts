import { toForm } from '#kit/form/codec.ts'
import type { Field } from '#kit/form/field.ts'
import { readValue } from './control-props.ts'

/** The default as it would stand in the control, for a placeholder. */
export function defaultText(field: Field): string | undefined {
  if (field.default === undefined || field.default === null) return undefined
  const text = readValue.text(toForm(field, field.default))
  return text === '' ? undefined : text
}

/** Whether a sentence of the help says the default, in both languages; the standard port is another matter. */
export const saysDefault = ({ help = '' }: Pick<Field, 'help'>): boolean =>
  /\bDefault: |默认(?!端口)/.test(help)
