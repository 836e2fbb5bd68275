import { toForm } from '#kit/form/codec.ts'
import type { Field } from '#kit/form/field.ts'
import { readValue } from './control-props.ts'

/** Returns the default as the control would show it, for a placeholder. */
export function defaultText(field: Field): string | undefined {
  if (field.default === undefined || field.default === null) return undefined
  const text = readValue.text(toForm(field, field.default))
  return text === '' ? undefined : text
}

/** Tells whether a sentence of the help states the default, in either language; the standard port does not count. */
export const saysDefault = ({ help = '' }: Pick<Field, 'help'>): boolean =>
  /\bDefault: |默认(?!端口)/.test(help)
