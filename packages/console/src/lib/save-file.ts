/** Offers a text or the bytes of a file as a download. A file that the broker has named keeps its name. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = content instanceof File ? content.name : name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

type ExportCell = string | number | boolean | null | undefined

export interface ExportColumn<Row> {
  readonly id: string
  readonly value: (row: Row) => ExportCell
}

/** Spreadsheets interpret these characters as the start of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

function csvCell(value: ExportCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n;\t]/.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Formats rows according to RFC 4180 with the column ids as header. A byte order mark makes spreadsheets read UTF-8.
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string {
  const lines = [
    columns.map((column) => csvCell(column.id)).join(','),
    ...rows.map((row) => columns.map((column) => csvCell(column.value(row))).join(',')),
  ]
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/**
 * Saves a table with names from outside. All other CSV files are templates, which contain only texts of this console.
 */
export function saveCsv<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly ExportColumn<Row>[],
): void {
  saveFile(`${name}.csv`, toCsv(rows, columns), csvType)
}

/** Saves a template for tables to import, with examples of this console. */
export function saveCsvTemplate(name: string, text: string): void {
  saveFile(`${name}.csv`, text, csvType)
}

const csvType = 'text/csv;charset=utf-8'

export function toJson<Row>(rows: readonly Row[], columns: readonly ExportColumn<Row>[]): string {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.id, column.value(row) ?? null])),
  )
  return `${JSON.stringify(objects, null, 2)}\n`
}
