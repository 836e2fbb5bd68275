import * as terms from './rule-sql-terms.ts'

const anyCase = new Map([
  ['and', terms.and],
  ['as', terms.as],
  ['case', terms._case],
  ['do', terms._do],
  ['else', terms._else],
  ['elsif', terms.reserved],
  ['end', terms.end],
  ['foreach', terms.foreach],
  ['from', terms.from],
  ['if', terms.reserved],
  ['in', terms._in],
  ['incase', terms.incase],
  ['not', terms.not],
  ['or', terms.or],
  ['select', terms.select],
  ['then', terms.thenWord],
  ['when', terms.when],
  ['where', terms.where],
])

const asWritten = new Map([
  ['div', terms.Div],
  ['mod', terms.Mod],
])

/** Those that begin a part of a statement. */
export const clauseWords = ['select', 'foreach', 'do', 'incase', 'from', 'where']

/** Those that stand in statements; the others are kept from being names, and do nothing. */
export const usedWords: readonly string[] = [
  ...[...anyCase].flatMap(([word, term]) => (term === terms.reserved ? [] : [word.toUpperCase()])),
  ...asWritten.keys(),
]

/** Whether it is one in any letters, which operators in words are not. */
export const isAnyCase = (word: string): boolean => anyCase.has(word.toLowerCase())

/** What a name means that is a word of the language; -1 if it is a name. Operators in words are small, all else as liked. */
export const keyword = (name: string): number => asWritten.get(name) ?? anyCase.get(name.toLowerCase()) ?? -1
