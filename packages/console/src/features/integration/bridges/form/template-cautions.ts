import { LineSyntaxFault, parseLineProtocol } from '@brokerdeck/contract/integration/line-protocol.ts'
import { bridgeForm as m } from '#features/integration/bridges/messages/bridge-form.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import { isPlainObject, valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { allFields } from '#kit/form/visibility.ts'
import type { RulesHelp } from './sample-help.ts'

const placeholder = /\$\{[^}]*\}/g

/** The template that must become JSON, by type. For an HTTP body this depends on its content type header. */
const jsonTemplates: Readonly<Record<string, string>> = {
  mongodb: 'parameters.payload_template',
  elasticsearch: 'parameters.doc',
}

/** The path of the object name to which an upload that gathers many messages is written. */
const objectNames: Readonly<Record<string, string>> = {
  s3: 'parameters.key',
  azure_blob_storage: 'parameters.blob',
}

/** The placeholders that the broker fills in there; it rejects all others and appends the missing placeholders. */
const nameParts = [`\${action}`, `\${node}`, `\${datetime.rfc3339utc}`, `\${sequence}`]
const namePart = /^(?:action|node|sequence|datetime(?:_until)?\..+)$/

/**
 * Returns warnings for templates that will hardly work once messages arrive, although the broker accepts them. The
 * broker fills templates in when a message arrives, so none of these warnings prevents saving.
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

/** A field that the broker fills in, with those columns of its rows that the broker fills in. */
type Template = Pick<Field, 'path'> & { readonly columns: readonly string[] | undefined }

/** Returns the templates of a form, including those in all its shapes. */
export function templatesIn(sections: readonly Section[]): readonly Template[] {
  const found = allFields(sections.flatMap(({ fields }) => fields)).flatMap((field): readonly Template[] => {
    if (field.kind !== 'rows')
      return field.isTemplate === true ? [{ path: field.path, columns: undefined }] : []
    const columns = field.columns.filter(({ isTemplate }) => isTemplate === true).map(({ path }) => path)
    return columns.length === 0 ? [] : [{ path: field.path, columns }]
  })
  return [...new Map(found.map((one) => [one.path, one])).values()]
}

/** The maximum number of rules that a warning names. */
const mostNamed = 3

/** Returns, for each template, the rules behind an action that do not hand on what the template names. */
export function notProvided(
  templates: readonly Template[],
  document: ApiDocument,
  rules: RulesHelp['provides'],
): readonly FormFault[] {
  const isGathered = valueAt(document, 'parameters.mode') === 'aggregated'
  return templates.flatMap(({ path, columns }) => {
    // The name of an object stands for many messages, so it cannot name a value of a single message.
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

/** Returns all texts of a value; for rows, only the texts of the given columns. */
function textsIn(value: unknown, columns?: readonly string[]): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, columns))
  if (!isPlainObject(value)) return []
  const entries = Object.entries(value)
  // The keys of a map are templates, too.
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

/**
 * A lone placeholder becomes whatever value the message has; within JSON a placeholder stands for a text or a number.
 */
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

/** Returns the names in the placeholders of a template, without the placeholder of the whole message. */
export function placeholdersIn(template: string): readonly string[] {
  const named = [...template.matchAll(/\$\{\s*([^}]*?)\s*\}/g)].map(([, name = '']) =>
    name.replace(/^\./, '').replaceAll(/\[[^\]]*\]/g, ''),
  )
  return [...new Set(named.filter((name) => name !== ''))]
}
