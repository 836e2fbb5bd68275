import { fieldsToApi, fieldsToForm, withDefaults } from './codec.ts'
import type { Section } from './field.ts'
import { type FormValues, valueAt, withoutBranchAt, withValueAt } from './form-value.ts'
import { activeFields, activeRoots, allFields, fieldsOfSection } from './visibility.ts'

type ApiDocument = Readonly<Record<string, unknown>>

/** Returns the state of a form for the broker's document. */
export function documentToForm(sections: readonly Section[], document: ApiDocument): FormValues {
  return fieldsToForm(listSectionFields(sections), document, (values) => activeFields(sections, values))
}

/**
 * Returns the document to send, with the shown fields written into it, in the order of the document. Hidden fields of
 * a new object are not sent; in a stored object they stay unchanged, because the API takes complete objects.
 */
export function formToDocument(
  sections: readonly Section[],
  values: FormValues,
  document: ApiDocument,
  { isNew }: { readonly isNew: boolean } = { isNew: false },
): ApiDocument {
  const fields = activeRoots(sections, values)
  const base = isNew ? withDefaults(fields, values, withoutHidden(sections, values, document)) : document
  return fieldsToApi(fields, values, base)
}

/** Returns the document of a new object: every setting that is shown at first, at its default. */
export function newDocument(sections: readonly Section[]): ApiDocument {
  const all = allFields(listSectionFields(sections)).reduce(
    (document: ApiDocument, { path, default: known }) =>
      known === undefined || valueAt(document, path) !== undefined
        ? document
        : withValueAt(document, path, known),
    {},
  )
  const begun = activeFields(sections, documentToForm(sections, all)).reduce(
    (document: ApiDocument, { path, start }) =>
      start === undefined ? document : withValueAt(document, path, start),
    all,
  )
  return formToDocument(sections, documentToForm(sections, begun), begun, { isNew: true })
}

function listSectionFields(sections: readonly Section[]) {
  return sections.flatMap(fieldsOfSection)
}

function withoutHidden(sections: readonly Section[], values: FormValues, document: ApiDocument): ApiDocument {
  const shown = new Set(activeFields(sections, values).map(({ path }) => path))
  return allFields(listSectionFields(sections))
    .filter(({ path }) => !shown.has(path))
    .reduce((next, { path }) => withoutBranchAt(next, path), document)
}
