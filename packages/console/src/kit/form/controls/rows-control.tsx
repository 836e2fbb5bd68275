import { lazy, Suspense } from 'react'
import { documentToForm, newDocument } from '#kit/form/document.ts'
import type { Field, FieldKind, RowsField } from '#kit/form/field.ts'
import fieldClasses from '#kit/form/form-field.module.css'
import { useFieldState } from '#kit/form/form-store.ts'
import { type FormValues, withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { holds } from '#kit/form/visibility.ts'
import { classNames } from '#lib/class-names.ts'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import { RowList } from './row-list.tsx'

const RowsImport = lazy(async () => ({ default: (await import('./rows-import.tsx')).RowsImport }))

const MOST_IN_LINE = 5
const tall: ReadonlySet<FieldKind> = new Set([
  'one-of',
  'lines',
  'json',
  'map',
  'list',
  'rows',
  'object',
  'union',
  'secret',
  'certificate',
  'file',
  'multi-select',
])

/** Edits a list of objects, each in a line, or each in a block if it does not fit into a line. */
export function RowsControl(props: ControlProps<RowsField>) {
  const { field, name, isDisabled, draw } = props
  const { columns } = field
  const { value, change } = useFieldState(name)
  const rows = readValue.rows(value)
  const isTall = columns.length > MOST_IN_LINE || columns.some(({ kind }) => tall.has(kind))
  return (
    <div {...groupAttributes(props)}>
      <RowList
        count={rows.length}
        heads={columns.map((column) => ({ label: column.label, className: toWidthClass(column) }))}
        isTall={isTall}
        addLabel={field.addLabel}
        isDisabled={isDisabled}
        onAdd={() => change([...rows, newRow(columns)])}
        onRemove={(at) => change(rows.toSpliced(at, 1))}
        onMove={
          field.isOrdered === true
            ? (at, to) => change(rows.toSpliced(at, 1).toSpliced(to, 0, ...rows.slice(at, at + 1)))
            : undefined
        }
        row={(at) =>
          columns.map((column) => {
            const place = `${name}.${at}.${column.path}`
            if (!holds(column.when ?? [], rows[at] ?? {})) {
              return isTall ? null : <span key={place} className={toWidthClass(column)} />
            }
            return draw(isDisabled ? { ...column, readOnly: '' } : column, place, isTall ? undefined : at + 1)
          })
        }
      />
      {field.mostRows !== undefined && !isDisabled && (
        <Suspense fallback={null}>
          <RowsImport
            label={field.label}
            columns={columns}
            most={field.mostRows}
            count={rows.length}
            onRows={(read) => change([...rows, ...read.map((row) => rowState(columns, row))])}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the class for the width of the column's cells. */
const toWidthClass = ({ width = 6 }: Field) => classNames(fieldClasses['field'], fieldClasses[`w${width}`])

/** Returns the state of a row from a file; missing values are as in a new row. */
function rowState(columns: readonly Field[], row: ApiDocument): FormValues {
  const sections = [{ id: 'row', title: '', fields: columns }]
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
  return documentToForm(sections, { ...newDocument(sections), ...given })
}

function newRow(columns: readonly Field[]): FormValues {
  const sections = [{ id: 'row', title: '', fields: columns }]
  const state = documentToForm(sections, newDocument(sections))
  const secrets = columns.filter(({ kind }) => kind === 'secret')
  // An imported row has no stored secrets that could be kept.
  return secrets.reduce((row, { path }) => withValueAt(row, path, { choice: 'replace', text: '' }), state)
}
