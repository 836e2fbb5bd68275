import { languageTag } from './locale.ts'

const names = new Intl.ListFormat(languageTag, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(languageTag, { type: 'disjunction' })

/** `a, b and c`; in Chinese `a、b和c`. */
export function formatList(items: readonly string[]): string {
  return names.format(items)
}

/** `a, b or c`; in Chinese `a、b或c`. */
export function formatAlternatives(items: readonly string[]): string {
  return alternatives.format(items)
}
