import { readValue } from '../controls/read-value.ts'
import type { FormValues, RowsField } from '../field.ts'
import { isPlainObject } from '../plain-object.ts'
import { listOf } from './choice-codec.ts'
import type { ValueCodec } from './value-codec.ts'

type Row = Readonly<Record<string, unknown>>

/** How one row is converted; that is the form's own way, one level down. */
export interface RowCodec {
  toForm(row: Row): FormValues
  /** Without a row it is a new one. */
  toApi(values: FormValues, row: Row | undefined): Row
}

/**
 * Each row of the state remembers at `$row` which row of the broker it began as: it keeps what no column knows, its
 * secrets too, wherever it is moved. A new row has none.
 */
const origin = '$row'

export function rowsCodec(field: RowsField, row: RowCodec): ValueCodec {
  return {
    toForm: (api) =>
      rowsOf(api ?? field.default).map((one, at) => ({ ...row.toForm(one), [origin]: String(at) })),
    toApi: (value, original) => {
      const known = rowsOf(original ?? field.default)
      const rows = readValue.rows(value).map((values) => {
        const at = values[origin]
        return row.toApi(values, typeof at === 'string' ? known[Number(at)] : undefined)
      })
      return rows.length === 0 && field.isOmittedEmpty === true ? undefined : rows
    },
  }
}

function rowsOf(api: unknown): readonly Row[] {
  return listOf(api).map((row) => (isPlainObject(row) ? row : {}))
}
