import { languageTag } from './locale.ts'

const names = new Intl.ListFormat(languageTag, { type: 'conjunction' })

/** `a, b and c`; in Chinese `a、b和c`. */
export function formatList(items: readonly string[]): string {
  return names.format(items)
}
