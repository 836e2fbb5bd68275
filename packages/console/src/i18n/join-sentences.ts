import { locale } from './locale.ts'

/** One after the other; in Chinese a full stop is space enough. What is not said is left out. */
export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  const said = sentences.filter((one) => typeof one === 'string' && one !== '')
  return said.join(locale === 'zh' ? '' : ' ')
}
