import { LineSyntaxFault, parseLineProtocol } from '@brokerdeck/contract/integration/line-protocol.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { bridgeForm as m } from '../messages/bridge-form.ts'

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

/** Each upload needs a name of its own: where it was written, and when or as which. */
const distinguishing = [/\$\{node\}/, /\$\{(?:datetime\.[^}]+|sequence)\}/]

/**
 * What will hardly work once messages come, and what the broker takes all the same. It fills templates in when a message
 * is there: nothing here keeps anybody from saving.
 */
export function templateCautions(type: string, document: ApiDocument): readonly FormFault[] {
  const textAt = (path: string | undefined) => String((path && valueAt(document, path)) ?? '')
  const jsonPath =
    type === 'http' ? (sendsJson(document) ? 'parameters.body' : undefined) : jsonTemplates[type]
  const namePath = valueAt(document, 'parameters.mode') === 'aggregated' ? objectNames[type] : undefined
  const name = textAt(namePath)
  return [
    ...caution(jsonPath, canBeJson(textAt(jsonPath)) ? undefined : m.notJson),
    ...caution('parameters.write_syntax', lineFault(textAt('parameters.write_syntax'))),
    ...caution(
      namePath,
      name === '' || distinguishing.every((one) => one.test(name)) ? undefined : m.sameName,
    ),
  ]
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
