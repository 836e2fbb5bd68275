import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'
import type { BadByte } from './find-bad-byte.ts'

export const checkedImport = {
  submit: vocabulary.import,
  checking: (share: string) => `Checking the file: ${share}`,
  checkProgress: 'Progress of the check',
  stillChecking: 'The file is being checked',
  bad: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'row', other: 'rows' })} cannot be imported; only the others are sent.`,
  badRows: 'Rows that cannot be imported',
  failedRows: 'Rows that the broker refused',
  inLine: (line: string) => `Line ${line}`,
  inColumn: (line: string, column: string) => `Line ${line}, column ${column}`,
  inEntry: (entry: string, line: string | undefined) =>
    line === undefined ? `Entry ${entry}` : `Entry ${entry}, line ${line}`,
  atLine: (line: number, reason: string) => `Line ${formatNumber(line)}: ${reason}`,
  moreBad: (count: string) => `and ${count} more`,
  downloadBad: 'Download the rows that are left out',
  downloadMissing: 'Download the rows that are missing',
  sendProgress: 'Progress of the import',
  stop: vocabulary.stop,
  notUtf8: ({ line, column, byte }: BadByte) =>
    `The file is not UTF-8 text: line ${formatNumber(line)}, character ${formatNumber(column)} is the byte ${byte}. Files of spreadsheets are often Latin-1 or Windows-1252; save it as UTF-8.`,
  unreadable: 'The browser cannot read the file: it was moved or locked since it was chosen.',
  openQuote: 'A quote that begins here never ends.',
  afterQuote: 'There is text between a closing quote and the comma.',
  fieldCount: (has: number, needs: number) =>
    `It has ${formatNumber(has)} ${plural(has, { one: 'field', other: 'fields' })}; the head line has ${formatNumber(needs)}.`,
  semicolons: 'Its fields are separated by semicolons; they must be separated by commas.',
  notJson: (why: string) => `This is no JSON: ${why}`,
  entryFault: (at: number, { line, column }: Record<'line' | 'column', number>, why: string) =>
    `entry ${formatNumber(at)}, line ${formatNumber(line)}, character ${formatNumber(column)}: ${why}`,
  notExpected: (found: string) =>
    `${found} is not allowed here. Texts need double quotes; true, false and null have small letters.`,
  entryEnds: 'something is missing here.',
  cutOff: 'it ends before the list does.',
  afterEnd: ({ line, column }: Readonly<Record<'line' | 'column', number>>) =>
    `line ${formatNumber(line)}, character ${formatNumber(column)}: there is text after the end of the list.`,
  resultTitle: 'Import finished',
  close: vocabulary.close,
}
