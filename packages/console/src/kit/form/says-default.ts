import type { Field } from './field.ts'

/** Whether a sentence of the help says the default, in both languages; the standard port is another matter. */
export const saysDefault = ({ help = '' }: Pick<Field, 'help'>): boolean =>
  /\bDefault: |默认(?!端口)/.test(help)
