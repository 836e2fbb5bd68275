import type { Section } from '../field.ts'
import { withValueAt } from '../values-at.ts'
import { allFields } from '../visibility.ts'
import type { ApiDocument } from './form-plan.ts'

/** The document with every setting of the form at the broker's default; settings without a known one stay. */
export function defaultsOf(sections: readonly Section[], document: ApiDocument): ApiDocument {
  return allFields(sections.flatMap(({ fields }) => fields))
    .filter((field) => field.default !== undefined && field.readOnly === undefined)
    .reduce((filled, { path, default: known }) => withValueAt(filled, path, known), document)
}
