import { LineSyntaxFault, parseLineProtocol } from '@brokerdeck/contract/integration/line-protocol.ts'
import { bridgeForm as m } from '#features/integration/bridges/messages/bridge-form.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import { isPlainObject, valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { allFields } from '#kit/form/visibility.ts'
import type { RulesHelp } from './sample-help.ts'

const placeholder = /\$\{[^}]*\}/g

/** Per type, what must become JSON. Of an HTTP body only its header says so. */
const jsonTemplates: Readonly<Record<string, string>> = {
  mongodb: 'parameters.payload_template',
  elasticsearch: 'parameters.doc',
}

/** Where an upload that gathers many messages is written to. */
const objectNames: Readonly<Record<string, string>> = {
  s3: 'parameters.key',
  azure_blob_storage: 'parameters.blob',
}

/** What the broker fills in there; anything else it refuses, and what is missing it puts behind. */
const nameParts = [`\${action}`, `\${node}`, `\${datetime.rfc3339utc}`, `\${sequence}`]
const namePart = /^(?:action|node|sequence|datetime(?:_until)?\..+)$/

/**
 * What will hardly work once messages come, and what the broker takes all the same. It fills templates in when a message
 * is there: nothing here keeps anybody from saving.
 */
export function templateCautions(type: string, document: ApiDocument): readonly FormFault[] {
  const textAt = (path: string | undefined) => String((path && valueAt(document, path)) ?? '')
  const jsonPath =
    type === 'http' ? (sendsJson(document) ? 'parameters.body' : undefined) : jsonTemplates[type]
  const namePath = valueAt(document, 'parameters.mode') === 'aggregated' ? objectNames[type] : undefined
  return [
    ...caution(jsonPath, canBeJson(textAt(jsonPath)) ? undefined : m.notJson),
    ...caution('parameters.write_syntax', lineFault(textAt('parameters.write_syntax'))),
    ...caution(namePath, nameCaution(textAt(namePath))),
  ]
}

function nameCaution(name: string): string | undefined {
  if (name === '') return undefined
  const names = placeholdersIn(name)
  const unknown = names.filter((one) => !namePart.test(one))
  if (unknown.length > 0) return m.unknownInName(formatPlaceholders(unknown))
  const begun = nameParts.map((part) => part.slice(2, part.includes('.') ? part.indexOf('.') + 1 : -1))
  const missing = nameParts.filter((_, at) => !names.some((one) => one.startsWith(begun[at] ?? '')))
  return missing.length === 0 ? undefined : m.addedToName(`/${missing.join('/')}`)
}

const formatPlaceholders = (names: readonly string[]) => names.map((name) => `\${${name}}`).join(', ')

/** A field that the broker fills in, with the columns of its rows that it does. */
type Template = Pick<Field, 'path'> & { readonly columns: readonly string[] | undefined }

/** The templates of a form, of all its shapes. */
export function templatesIn(sections: readonly Section[]): readonly Template[] {
  const found = allFields(sections.flatMap(({ fields }) => fields)).flatMap((field): readonly Template[] => {
    if (field.kind !== 'rows')
      return field.isTemplate === true ? [{ path: field.path, columns: undefined }] : []
    const columns = field.columns.filter(({ isTemplate }) => isTemplate === true).map(({ path }) => path)
    return columns.length === 0 ? [] : [{ path: field.path, columns }]
  })
  return [...new Map(found.map((one) => [one.path, one])).values()]
}

/** So many rules are named. */
const mostNamed = 3

/** Which rule behind an action does not hand on what a template of it names. */
export function notProvided(
  templates: readonly Template[],
  document: ApiDocument,
  rules: RulesHelp['provides'],
): readonly FormFault[] {
  const isGathered = valueAt(document, 'parameters.mode') === 'aggregated'
  return templates.flatMap(({ path, columns }) => {
    // The name of an object is of many messages.
    if (isGathered && Object.values(objectNames).includes(path)) return []
    const names = textsIn(valueAt(document, path), columns).flatMap(placeholdersIn)
    const lacking = rules.flatMap(({ id, has }) => {
      const missing = [...new Set(names)].filter((name) => !has(name))
      return missing.length === 0 ? [] : [m.notProvided(id, missing.join(', '))]
    })
    const more = lacking.length - mostNamed
    const said = [
      ...lacking.slice(0, mostNamed),
      ...(more > 0 ? [m.moreRules(more, formatNumber(more))] : []),
    ]
    return lacking.length === 0 ? [] : [{ path, message: said.join(m.between) }]
  })
}

/** All texts of a value; of rows those of some columns. */
function textsIn(value: unknown, columns?: readonly string[]): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, columns))
  if (!isPlainObject(value)) return []
  const entries = Object.entries(value)
  // Keys of a map are templates, too.
  if (columns === undefined) return entries.flatMap(([key, one]) => [key, ...textsIn(one)])
  return entries.filter(([key]) => columns.includes(key)).flatMap(([, one]) => textsIn(one))
}

const caution = (path: string | undefined, message: string | undefined): readonly FormFault[] =>
  path === undefined || message === undefined ? [] : [{ path, message }]

function sendsJson(document: ApiDocument): boolean {
  const headers = valueAt(document, 'parameters.headers')
  return (
    typeof headers === 'object' &&
    headers !== null &&
    Object.entries(headers).some(
      ([name, value]) => /^content-type$/i.test(name) && /\bjson\b/i.test(`${value}`),
    )
  )
}

/** A placeholder alone becomes what the message has; within JSON it stands for a text or a number. */
function canBeJson(template: string): boolean {
  if (/^\s*(?:\$\{[^}]*\}\s*)?$/.test(template)) return true
  try {
    JSON.parse(template.replaceAll(placeholder, '0'))
    return true
  } catch {
    return false
  }
}

function lineFault(syntax: string): string | undefined {
  if (syntax.trim() === '') return undefined
  try {
    parseLineProtocol(syntax)
    return undefined
  } catch (error) {
    if (error instanceof LineSyntaxFault) return m.notLineProtocol
    throw error
  }
}

/** What the placeholders of a template name, without the whole message. */
export function placeholdersIn(template: string): readonly string[] {
  const named = [...template.matchAll(/\$\{\s*([^}]*?)\s*\}/g)].map(([, name = '']) =>
    name.replace(/^\./, '').replaceAll(/\[[^\]]*\]/g, ''),
  )
  return [...new Set(named.filter((name) => name !== ''))]
}
