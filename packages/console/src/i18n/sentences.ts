import { languageTag, locale } from './locale.ts'

const rules = new Intl.PluralRules(languageTag)

/** Returns the form that the count needs; a language without that form uses `other`. */
export function plural(count: number, forms: { readonly one?: string; readonly other: string }): string {
  return rules.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other
}

const names = new Intl.ListFormat(languageTag, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(languageTag, { type: 'disjunction' })

/** Formats a list: `a, b and c`; in Chinese `甲、乙和丙`, and `a、b 和 c`. */
export function formatList(items: readonly string[]): string {
  return addSpaces(names.formatToParts(items))
}

/** Formats alternatives: `a, b or c`; in Chinese `甲、乙或丙`, and `a、b 或 c`. */
export function formatAlternatives(items: readonly string[]): string {
  return addSpaces(alternatives.formatToParts(items))
}

/** Joins sentences with a space; in Chinese the full stop is space enough. Empty sentences are omitted. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  const said = sentences.filter((one) => typeof one === 'string' && one !== '')
  return said.join(locale === 'zh' ? '' : ' ')
}

/** Joins facts: `2 failed, 3 skipped`. */
export const joinFacts = (facts: readonly string[]): string => facts.join(locale === 'zh' ? '，' : ', ')

/** Adds a label: `Status: any`. */
export const addLabel = (label: string, text: string): string =>
  `${label}${locale === 'zh' ? '：' : ': '}${text}`

/** Puts a space between a Chinese character and a Latin letter; `Intl` puts none around 和 and 或. */
function addSpaces(parts: readonly { readonly type: string; readonly value: string }[]): string {
  return parts
    .map(({ type, value }, at) => {
      if (type === 'element' || !/[和或]/.test(value)) return value
      const before = /[!-~]$/.test(parts[at - 1]?.value ?? '') ? ' ' : ''
      const after = /^[!-~]/.test(parts[at + 1]?.value ?? '') ? ' ' : ''
      return `${before}${value}${after}`
    })
    .join('')
}
