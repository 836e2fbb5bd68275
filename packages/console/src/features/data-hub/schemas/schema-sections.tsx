import type { RegisteredSchema } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { compileSchema, schemaKinds } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { findSchemaDraft, jsonSourceFault } from '@brokerdeck/languages/schema-codec/json-schema-words.ts'
import { readProtoFile } from '@brokerdeck/languages/schema-codec/proto-file.ts'
import { SchemaFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import * as v from 'valibot'
import { schemaForm as m, schemas } from '#features/data-hub/messages/schemas.ts'
import { screening } from '#features/data-hub/messages/screening.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { type CodeLanguage, templateColours } from '#kit/form/template-colours.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseDisplayed } from '#resource/endpoint-form/parse-body.ts'
import type { CodePiece } from '#ui/code-colours.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { schemaTypeWords } from './schemas.tsx'

const name: Field = {
  kind: 'text',
  path: 'name',
  label: screening.name,
  help: screening.nameHelp,
  isCode: true,
  isRequired: true,
  maxLength: 255,
  pattern: { regex: /^[0-9a-zA-Z][-0-9a-zA-Z_]*$/, message: screening.nameRule },
}

export const schemaSections = (isNew: boolean): readonly Section[] => [
  {
    id: 'general',
    title: m.general,
    fields: [
      ...(isNew ? [name] : []),
      {
        kind: 'select',
        path: 'type',
        label: schemas.type,
        options: schemaKinds.map((value) => ({ value, label: schemaTypeWords[value] })),
      },
      { kind: 'text', path: 'description', label: schemas.note, isOptional: true },
    ],
  },
  {
    id: 'source',
    title: m.source,
    fields: [
      {
        kind: 'lines',
        path: 'source',
        label: m.source,
        help: m.sourceHelp,
        isCode: true,
        isRequired: true,
        language: schemaLanguage,
        width: 12,
      },
    ],
  },
]

const shownSchema = v.looseObject({
  type: v.picklist(schemaKinds),
  source: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
})

/** Returns the part of a schema that the form edits. */
export function toSchemaSettings({ name: _, ...settings }: RegisteredSchema): ApiDocument {
  return settings
}

/** Converts the form to the request body. */
export function schemaBody(document: ApiDocument) {
  const { type, source, description } = parseDisplayed(shownSchema, document)
  return { type, source, description }
}

/** Returns the errors for which the broker would refuse the schema. */
export function schemaFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(shownSchema, document)
  if (!parsed.success || parsed.output.source.trim() === '') return []
  const message = schemaFault(parsed.output)
  return message === undefined ? [] : [{ path: 'source', message }]
}

type SchemaSource = Pick<RegisteredSchema, 'type' | 'source'>

function schemaFault({ type, source }: SchemaSource): string | undefined {
  const json = type === 'protobuf' ? undefined : jsonSourceFault(source)
  if (json !== undefined) {
    const before = source.slice(0, json.at - 1).split('\n')
    return m.notJson(formatNumber(before.length), formatNumber((before.at(-1) ?? '').length + 1))
  }
  try {
    compileSchema({ name: 'x', type, source })
    return undefined
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error
    return faultWords(error, type)
  }
}

function faultWords({ reason, line }: SchemaFault, type: SchemaSource['type']): string {
  if (reason.includes('too_complex') || reason.includes('too_large')) return m.tooComplex
  if (type === 'json') return m.notObject
  if (type === 'avro') {
    const [, unknown] = /^\{unknown_type,<<"(.*)">>\}$/.exec(reason) ?? []
    if (unknown !== undefined) return m.unknownType(visibleText(unknown, 80))
    const [, lacking] = /^\{not_found,<<"(.*)">>\}$/.exec(reason) ?? []
    return lacking === undefined ? m.notAvro : m.lacks(lacking)
  }
  const shown = formatNumber(line ?? 1)
  if (reason.includes('forbidden_single_file_import')) return m.isImport(shown)
  const [, message] = /ref_to_undefined_msg_or_enum,.*'([^']*)'\}\}/.exec(reason) ?? []
  return message === undefined ? m.notProtobuf(shown) : m.unknownMessage(visibleText(message, 80), shown)
}

/** Returns warnings for schemas that the broker accepts but interprets differently from what most people expect. */
export function schemaCautions(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(shownSchema, document)
  if (!parsed.success || parsed.output.type !== 'json') return []
  const { source } = parsed.output
  if (source.trim() === '' || jsonSourceFault(source) !== undefined) return []
  const schema = decodeJson(source)
  const isNamed = schema instanceof Map && schema.has('$schema')
  const message = findSchemaDraft(schema) === undefined ? m.unknownDraft : isNamed ? undefined : m.draftThree
  return message === undefined ? [] : [{ path: 'source', message }]
}

/** Tells whether a text is JSON: JSON never begins like a Protobuf file, and a Protobuf file never begins like JSON. */
const isJson = (text: string) => /^\s*[[{"]/.test(text)

const proto =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<digit>\b\d[\w.]*)|(?<word>\b(?:syntax|package|import|option|message|enum|service|rpc|returns|oneof|map|reserved|extensions|extend|optional|required|repeated|double|float|u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64)|bool|string|bytes|true|false)\b)/g

function protoColours(text: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(proto)) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    const kind = (['comment', 'text', 'digit', 'word'] as const).find((one) => groups[one] !== undefined)
    pieces.push(kind === undefined ? { text: whole } : { text: whole, kind })
    end = index + whole.length
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces
}

/** Lists the message types of a Protobuf schema, for a user who has to name a message type. */
function MessageTypes({ text }: { readonly text: string }) {
  if (isJson(text) || text.trim() === '') return null
  const names = messagesIn(text)
  if (names === undefined) return null
  return (
    <p>
      {addLabel(m.messages, '')}
      {names.length === 0 ? m.noMessages : <Verbatim text={names.slice(0, 50).join(', ')} mono wrap />}
    </p>
  )
}

function messagesIn(text: string): readonly string[] | undefined {
  try {
    return [...readProtoFile(text).messages.keys()]
  } catch (error) {
    if (error instanceof SchemaFault) return undefined
    throw error
  }
}

/**
 * The language of a schema's text, coloured by what the text looks like. Its errors depend on the schema's type,
 * which is a field beside it.
 */
const schemaLanguage: CodeLanguage = {
  highlight: (text) => (isJson(text) ? templateColours(text, 'json') : protoColours(text)),
  fault: () => undefined,
  Summary: MessageTypes,
}
