import { documentToForm } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { withoutBranchAt } from '#kit/form/form-value.ts'
import { allFields, fieldsOfSection, holds, openUnions } from '#kit/form/visibility.ts'

type Document = Readonly<Record<string, unknown>>

/**
 * Removes the fields of other modes than the chosen one: the broker refuses `sentinel` for a single Redis. The fields
 * of a switched-off section are kept.
 */
export function withoutForeign(sections: readonly Section[], document: Document): Document {
  const values = documentToForm(sections, document)
  const fields = sections.filter(({ when }) => holds(when, values)).flatMap(fieldsOfSection)
  const own = new Set(openUnions(fields, values).map(({ path }) => path))
  return allFields(sections.flatMap(fieldsOfSection))
    .filter(({ path }) => !own.has(path))
    .reduce((next, { path }) => withoutBranchAt(next, path), document)
}
