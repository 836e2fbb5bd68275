import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const codeEditor = {
  problems: (count: number) => plural(count, { one: '1 problem', other: `${formatNumber(count)} problems` }),
  problemList: 'Problems',
  goTo: (line: number, column: number) => `Line ${line}, column ${column}:`,
  more: (count: number) => `Show ${formatNumber(count)} more`,
  place: (line: string, column: string) => `Line ${line}, column ${column}`,
  size: (lines: number, lineCount: string, characters: number, characterCount: string) =>
    `${plural(lines, { one: `${lineCount} line`, other: `${lineCount} lines` })}, ${plural(characters, { one: `${characterCount} character`, other: `${characterCount} characters` })}`,
  find: 'Find',
  format: 'Format code',
  unreadable: 'Not formatted: correct the error first',
}

/** The editor's own messages, by their English text. */
export const editorPhrases = {
  Completions: 'Completions',
  'Control character': 'Control character',
  Find: 'Find',
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: vocabulary.replace,
  'replace all': 'Replace all',
  close: 'Close search',
  'current match': 'Current match',
  'on line': 'on line',
  'replaced match on line $': 'Replaced on line $',
  'replaced $ matches': 'Replaced $ times',
  'Fold line': 'Fold',
  'Unfold line': 'Unfold',
  'folded code': 'Folded text',
  unfold: 'Unfold',
  'Folded lines': 'Folded lines',
  'Unfolded lines': 'Unfolded lines',
  to: 'to',
  'Go to line': 'Go to line',
  go: 'Go',
}
