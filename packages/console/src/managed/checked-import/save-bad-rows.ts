import { saveFile } from '#lib/save-file.ts'
import { toCsv } from '#lib/table-export.ts'
import type { BadRow, FileFormat } from './file-reading.ts'

/** Which rows are left out or failed, and why. */
export function saveBadRows(fileName: string, rows: readonly BadRow[], format: FileFormat): void {
  const columns = [
    { id: format === 'csv' ? 'line' : 'entry', value: ({ at }: BadRow) => at },
    { id: 'reason', value: ({ reason }: BadRow) => reason },
    { id: 'row', value: ({ text }: BadRow) => text },
  ]
  saveFile(`${fileName}.csv`, toCsv(rows, columns), 'text/csv;charset=utf-8')
}
