import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** What compares, prints or reads in the language of the browser where nothing else is said. */
const UNNAMED =
  /\.localeCompare\((?:[^,()]|\([^()]*\))*\)|\.toLocale[A-Z]\w*\(|\bIntl\.\w+\(\s*(?:\)|undefined\b)/g

export const namedLanguage: Rule = { name: 'named-language', check }

/** A page has a language of its own. That of the browser may be none, as with `LANG=C`, and then WebKit throws. */
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
