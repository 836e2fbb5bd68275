import { fieldsToApi, fieldsToForm, withDefaults } from './codec.ts'
import type { Section } from './field.ts'
import { type FormValues, valueAt, withoutBranchAt, withValueAt } from './form-value.ts'
import { activeFields, activeRoots, allFields, fieldsOfSection } from './visibility.ts'

type ApiDocument = Readonly<Record<string, unknown>>

/** The state of a form for what the broker has. */
export function documentToForm(sections: readonly Section[], document: ApiDocument): FormValues {
  return fieldsToForm(listSectionFields(sections), document, (values) => activeFields(sections, values))
}

/**
 * What is sent: the document with what is shown written into it, in the order of the document. Of something new, what
 * is hidden is not sent; of something stored it stays as it is, for the API takes complete objects.
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

/** Something new: every setting that is shown at first, at its default. */
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
