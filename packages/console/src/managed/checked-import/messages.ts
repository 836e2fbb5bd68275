import { formatNumber, plural } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const checkedImport = {
  submit: vocabulary.import,
  checking: (share: string) => `Checking the file: ${share}`,
  checkProgress: 'Progress of the check',
  stillChecking: 'The file is being checked',
  bad: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'row', other: 'rows' })} cannot be imported; only the others are sent.`,
  badRows: 'Rows that cannot be imported',
  failedRows: 'Rows that the broker refused',
  line: 'Line',
  entry: 'Entry',
  moreBad: (count: string) => `and ${count} more`,
  downloadBad: 'Download the rows that are left out',
  downloadMissing: 'Download the rows that are missing',
  sendProgress: 'Progress of the import',
  stop: vocabulary.stop,
  notUtf8: 'The file is not UTF-8 text.',
  unreadable: 'The browser cannot read the file: it was moved or locked since it was chosen.',
  openQuote: 'A quote that begins here never ends.',
  afterQuote: 'There is text between a closing quote and the comma.',
  fieldCount: (has: number, needs: number) =>
    `It has ${formatNumber(has)} ${plural(has, { one: 'field', other: 'fields' })}; the head line has ${formatNumber(needs)}.`,
  notJson: (why: string) => `This is no JSON: ${why}`,
  entryFault: (at: number, why: string) => `entry ${formatNumber(at)}: ${why}`,
  cutOff: 'it ends before the list does.',
  afterEnd: 'there is text after the end of the list.',
  resultTitle: 'Import finished',
  close: vocabulary.close,
}
