import { useId, useRef, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { fileFault } from '#kit/form/faults/text-faults.ts'
import type { Field } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { controls as m } from '#kit/messages/form.ts'
import { CsvReader } from '#lib/csv-reader.ts'
import { saveCsvTemplate } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import classes from './rows-import.module.css'

interface RowsImportProps {
  readonly label: string
  readonly columns: readonly Field[]
  /** The maximum number of rows in total. */
  readonly most: number
  readonly count: number
  readonly onRows: (rows: readonly ApiDocument[]) => void
}

/** The maximum file size in bytes: a file with the permitted number of rows is smaller; a larger file is not read. */
const mostBytes = 4_000_000
const extensions = ['.csv']

/**
 * Reads rows from a CSV file whose header names the columns as the API does. They are added after the existing rows.
 */
export function RowsImport({ label, columns, most, count, onRows }: RowsImportProps) {
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const [fault, setFault] = useState<string>()
  const take = async (file: File) => {
    const read =
      fileFault({ extensions }, file) ??
      (file.size > mostBytes ? m.tooManyRows(formatNumber(most)) : parseRows(await file.text(), columns))
    if (typeof read === 'string') setFault(read)
    else if (read.length + count > most) setFault(m.tooManyRows(formatNumber(most)))
    else {
      setFault(undefined)
      onRows(read)
    }
  }
  return (
    <div className={classes['whole']}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={m.csvFor(label)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) void take(file)
          // Resetting the value allows the same file to be chosen again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {m.importCsv}
      </Button>
      <Button
        size="small"
        onClick={() => saveCsvTemplate('rows', `${columns.map(({ path }) => path).join(',')}\n`)}
      >
        {m.csvTemplate}
      </Button>
      {fault !== undefined && (
        <div role="alert">
          <FieldFault id={faultId}>{fault}</FieldFault>
        </div>
      )}
    </div>
  )
}

/** Returns the rows of a file, or the reason why the file cannot be used. */
function parseRows(text: string, columns: readonly Field[]): readonly ApiDocument[] | string {
  const reader = new CsvReader()
  const [head, ...rows] = [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]
  const names = (head?.fields ?? []).map((name) => name.trim())
  const known = columns.map(({ path }) => path)
  const missing = columns.filter(({ path, isRequired }) => isRequired === true && !names.includes(path))
  const unknown = names.filter((name) => !known.includes(name))
  if (missing.length > 0 || unknown.length > 0 || new Set(names).size < names.length) {
    return m.csvHead(known.join(','))
  }
  const read: ApiDocument[] = []
  for (const { line, fields, fault } of rows) {
    const wrong = fault === undefined && fields.length === names.length ? undefined : m.csvLine(line)
    if (wrong !== undefined) return wrong
    const row = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']))
    const odd = columns.find((column) => !takes(column, row[column.path]))
    if (odd !== undefined) return m.csvValue(line, odd.path, visibleText(row[odd.path] ?? '', 40))
    read.push(row)
  }
  return read
}

/** Tells whether a column of a table accepts the text: an option, a number, or any text. */
function takes(column: Field, text = ''): boolean {
  if (text === '') return column.isRequired !== true
  if (column.kind === 'select') return column.options.some(({ value }) => String(value) === text)
  return column.kind !== 'number' || Number.isFinite(Number(text))
}
