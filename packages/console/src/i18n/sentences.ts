import { languageTag, locale } from './locale.ts'

const rules = new Intl.PluralRules(languageTag)

/** The form that the count needs; a language without that form gets `other`. */
export function plural(count: number, forms: { readonly one?: string; readonly other: string }): string {
  return rules.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other
}

const names = new Intl.ListFormat(languageTag, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(languageTag, { type: 'disjunction' })

/** `a, b and c`; in Chinese `甲、乙和丙`, and `a、b 和 c`. */
export function formatList(items: readonly string[]): string {
  return addSpaces(names.formatToParts(items))
}

/** `a, b or c`; in Chinese `甲、乙或丙`, and `a、b 或 c`. */
export function formatAlternatives(items: readonly string[]): string {
  return addSpaces(alternatives.formatToParts(items))
}

/** One after the other; in Chinese a full stop is space enough. What is not said is left out. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  const said = sentences.filter((one) => typeof one === 'string' && one !== '')
  return said.join(locale === 'zh' ? '' : ' ')
}

/** `2 failed, 3 skipped`: facts beside each other. */
export const joinFacts = (facts: readonly string[]): string => facts.join(locale === 'zh' ? '，' : ', ')

/** `Status: any`. */
export const addLabel = (label: string, text: string): string =>
  `${label}${locale === 'zh' ? '：' : ': '}${text}`

/** A Chinese character and a Latin letter do not touch; `Intl` lets 和 and 或 touch what they join. */
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
