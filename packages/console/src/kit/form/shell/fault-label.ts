import { shell as m } from '../../messages/form.ts'
import type { Section } from '../field.ts'
import { allFields } from '../visibility.ts'

/** What people call the place of a fault: the field, and the row of those that have rows. */
export function faultLabel(sections: readonly Section[], path: string): string {
  const field = sections
    .flatMap(({ fields }) => allFields(fields))
    .filter((one) => path === one.path || path.startsWith(`${one.path}.`))
    .at(-1)
  if (field === undefined) return path
  const row = /^\.(\d+)/.exec(path.slice(field.path.length))?.[1]
  return row === undefined ? field.label : m.inRow(field.label, Number(row) + 1)
}
