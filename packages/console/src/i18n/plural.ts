import { languageTag } from './locale.ts'

const rules = new Intl.PluralRules(languageTag)

/** The form that the count needs; a language without that form gets `other`. */
export function plural(count: number, forms: { readonly one?: string; readonly other: string }): string {
  return rules.select(count) === 'one' ? (forms.one ?? forms.other) : forms.other
}
