import { newDocument } from '../document.ts'
import type { Section } from '../field.ts'
import { valueAt, withValueAt } from '../values-at.ts'
import { allFields } from '../visibility.ts'
import type { ApiDocument } from './form-plan.ts'

/** The document with every setting of the form at the broker's default; settings without a known one stay. */
export function defaultsOf(sections: readonly Section[], document: ApiDocument): ApiDocument {
  const defaults = newDocument(sections)
  return allFields(sections.flatMap(({ fields }) => fields))
    .filter((field) => field.default !== undefined && field.readOnly === undefined)
    .reduce((filled, { path }) => withValueAt(filled, path, valueAt(defaults, path)), document)
}
