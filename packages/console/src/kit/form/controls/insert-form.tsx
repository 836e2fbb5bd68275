import type { ReactNode } from 'react'
import type { LinesField, TextField } from '#kit/form/field.ts'
import { type InsertStatement, parseInsert, printInsert } from '#kit/form/insert-statement.ts'
import { controls as m } from '#kit/messages/form.ts'
import { CellBox } from './cell-box.tsx'
import { type ControlProps, groupAttributes } from './control-props.ts'
import classes from './parts-or-text.module.css'
import { Part, PartsOrText } from './parts-or-text.tsx'
import { RowList } from './row-list.tsx'
import { RowsImport } from './rows-import.tsx'

interface InsertFormProps extends ControlProps<LinesField> {
  readonly text: string
  readonly mostColumns: number
  /** The control for the plain text. */
  readonly written: ReactNode
  readonly onChange: (text: string) => void
}

const empty: InsertStatement = { table: '', columns: [] }
const text = (path: string, label: string): TextField => ({ kind: 'text', path, label, isRequired: true })
const csvColumns = [text('name', m.column), text('value', m.value)]

/**
 * Edits an INSERT of one row by its columns, also from a file, or as text: any other SQL can only be edited as text.
 */
export function InsertForm(props: InsertFormProps) {
  const { field, text, mostColumns, written, onChange, isDisabled, place } = props
  return (
    <PartsOrText
      text={text}
      empty={empty}
      parse={parseInsert}
      print={printInsert}
      textOnly={m.sqlOnly}
      written={written}
      onChange={onChange}
      form={({ table, columns }, change) => (
        <div {...groupAttributes(props)} className={classes['parts']}>
          <Part label={m.table}>
            <CellBox
              name={`${place}.table`}
              label={m.table}
              value={table}
              isDisabled={isDisabled}
              isTemplate
              onNext={() => undefined}
              onChange={(next) => change({ table: next, columns })}
            />
          </Part>
          <fieldset className={classes['pairs']}>
            <legend className={classes['label']}>{m.columns}</legend>
            <RowList
              count={columns.length}
              addLabel={m.add}
              isDisabled={isDisabled}
              onAdd={() => change({ table, columns: [...columns, { name: '', value: '' }] })}
              onRemove={(at) => change({ table, columns: columns.toSpliced(at, 1) })}
              row={(at, next) =>
                (['name', 'value'] as const).map((part) => (
                  <CellBox
                    key={part}
                    name={`${place}.columns.${at}.${part}`}
                    label={m.inRow(part === 'name' ? m.column : m.value, at + 1)}
                    value={columns[at]?.[part] ?? ''}
                    isDisabled={isDisabled}
                    isTemplate={part === 'value'}
                    onNext={next}
                    onChange={(typed) =>
                      change({
                        table,
                        columns: columns.map((one, each) => (each === at ? { ...one, [part]: typed } : one)),
                      })
                    }
                  />
                ))
              }
            />
            {!isDisabled && (
              <RowsImport
                label={field.label}
                columns={csvColumns}
                most={mostColumns}
                count={columns.length}
                onRows={(rows) =>
                  change({
                    table,
                    columns: [
                      ...columns,
                      ...rows.map(({ name, value }) => ({ name: String(name), value: String(value) })),
                    ],
                  })
                }
              />
            )}
          </fieldset>
        </div>
      )}
    />
  )
}
