import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** Matches calls that compare, format or parse in the browser's language because no language is given. */
const UNNAMED =
  /\.localeCompare\((?:[^,()]|\([^()]*\))*\)|\.toLocale[A-Z]\w*\(|\bIntl\.\w+\(\s*(?:\)|undefined\b)/g

export const namedLanguage: Rule = { name: 'named-language', check }

/**
 * A page has a language of its own. The browser's language may be undefined, as with `LANG=C`, and then WebKit
 * throws.
 */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    if (file.isTest) continue
    for (const { index } of file.text.matchAll(UNNAMED))
      yield {
        path: file.path,
        line: file.lineAt(index),
        message: "takes the browser's language: name that of the page, languageTag",
      }
  }
}
