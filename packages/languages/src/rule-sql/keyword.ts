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

/** The keywords that begin a clause of a statement. */
export const clauseWords = ['select', 'foreach', 'do', 'incase', 'from', 'where']

/** The keywords that occur in statements; the others are only reserved and have no effect. */
export const usedWords: readonly string[] = [
  ...[...anyCase].flatMap(([word, term]) => (term === terms.reserved ? [] : [word.toUpperCase()])),
  ...asWritten.keys(),
]

/** Returns whether a word is a keyword in upper or lower case; the word operators are not. */
export const isAnyCase = (word: string): boolean => anyCase.has(word.toLowerCase())

/**
 * Returns the term of a keyword; -1 for a name. Word operators must be lower case, other keywords may have any case.
 */
export const keyword = (name: string): number => asWritten.get(name) ?? anyCase.get(name.toLowerCase()) ?? -1
