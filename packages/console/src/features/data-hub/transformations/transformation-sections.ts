import {
  type MessageTransformation,
  operationKeyFault,
  type SerdeKind,
  serdeKinds,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { parseOperationValue, type VariformNode } from '@brokerdeck/languages/variform/parse-variform.ts'
import { variformNames } from '@brokerdeck/languages/variform/variform-names.ts'
import * as v from 'valibot'
import { transformationForm as m, screening, transformations } from '#features/data-hub/messages/screening.ts'
import { type KnownSchemas, listKnownSchemaFields } from '#features/data-hub/screening/known-schemas.tsx'
import {
  failureSection,
  firstSection,
  topicCautions,
  topicFaults,
} from '#features/data-hub/screening/screen-sections.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

const kindWords: Readonly<Record<SerdeKind, string>> = {
  none: m.plain,
  json: m.json,
  avro: 'Avro',
  protobuf: 'Protobuf',
}

function serdeFields(
  at: 'payload_decoder' | 'payload_encoder',
  label: string,
  known: KnownSchemas | undefined,
): readonly Field[] {
  return [
    {
      kind: 'select',
      path: `${at}.type`,
      label,
      default: 'none',
      width: 4,
      options: serdeKinds.map((value) => ({ value, label: kindWords[value] })),
    },
    ...listKnownSchemaFields({
      path: `${at}.schema`,
      kindPath: `${at}.type`,
      kinds: ['avro', 'protobuf'],
      known,
    }),
    {
      kind: 'text',
      path: `${at}.message_type`,
      label: screening.messageType,
      help: screening.messageTypeHelp,
      isCode: true,
      isRequired: true,
      width: 4,
      when: [{ path: `${at}.type`, is: ['protobuf'] }],
    },
  ]
}

export const transformationSections = (
  isNew: boolean,
  known: KnownSchemas | undefined,
): readonly Section[] => [
  firstSection(isNew),
  {
    id: 'payload',
    title: m.codec,
    fields: [
      ...serdeFields('payload_decoder', transformations.decoder, known),
      ...serdeFields('payload_encoder', transformations.encoder, known),
    ],
  },
  {
    id: 'operations',
    title: transformations.operations,
    fields: [
      {
        kind: 'rows',
        path: 'operations',
        label: transformations.operations,
        help: m.operationsHelp,
        addLabel: m.addOperation,
        isOrdered: true,
        width: 12,
        columns: [
          { kind: 'text', path: 'key', label: m.target, isCode: true, isRequired: true, width: 4 },
          { kind: 'text', path: 'value', label: m.value, isCode: true, isRequired: true, width: 8 },
        ],
      },
    ],
  },
  failureSection(m.ignoreHelp),
]

const serdeSchema = v.object({
  type: v.optional(v.picklist(serdeKinds), 'none'),
  schema: v.optional(v.string(), ''),
  message_type: v.optional(v.string(), ''),
})
const text = v.optional(v.string(), '')

const shownSchema = v.looseObject({
  description: text,
  topics: v.optional(v.array(v.string()), []),
  payload_decoder: serdeSchema,
  payload_encoder: serdeSchema,
  operations: v.optional(v.array(v.object({ key: text, value: text })), []),
  failure_action: v.picklist(['drop', 'disconnect', 'ignore']),
  log_failure: v.object({ level: v.picklist(['error', 'warning', 'notice', 'info', 'debug', 'none']) }),
})

/** Returns the part of a transformation that the form edits. */
export function toTransformationSettings({
  name: _,
  enable: _on,
  ...settings
}: MessageTransformation): ApiDocument {
  return settings
}

/** Returns the request body, with only the settings that belong to the chosen decoder and encoder. */
export function transformationBody(
  document: ApiDocument,
  name: string,
  enable: boolean,
): MessageTransformation {
  const { payload_decoder, payload_encoder, ...settings } = v.parse(shownSchema, document)
  return {
    ...settings,
    name,
    enable,
    payload_decoder: serdeBody(payload_decoder),
    payload_encoder: serdeBody(payload_encoder),
  }
}

function serdeBody({ type, schema, message_type }: v.InferOutput<typeof serdeSchema>) {
  if (type === 'protobuf') return { type, schema, message_type }
  return type === 'avro' ? { type, schema } : { type }
}

export function transformationFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(shownSchema, document)
  const operations = parsed.success ? parsed.output.operations : []
  return [
    ...topicFaults(document),
    ...operations.flatMap(({ key, value }, at) => [
      ...faultAt(`operations.${at}.key`, key === '' ? undefined : keyFault(key)),
      ...faultAt(`operations.${at}.value`, value === '' ? undefined : valueFault(value)),
    ]),
  ]
}

const faultAt = (path: string, message: string | undefined): readonly FormFault[] =>
  message === undefined ? [] : [{ path, message }]

function keyFault(key: string): string | undefined {
  if (operationKeyFault(key) === undefined) return undefined
  return key.startsWith('user_property') ? m.badProperty : m.badTarget
}

function valueFault(value: string): string | undefined {
  const parsed = parseOperationValue(value)
  if (!('fault' in parsed)) return undefined
  if (/^\s*(?:'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?)\s*$/.test(value)) return m.constant
  return m.badValue(parsed.fault.replace(/^(?:syntax error before: |illegal characters )/, ''))
}

/** Returns warnings for settings that the broker accepts although every message then fails. */
export function transformationCautions(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(shownSchema, document)
  if (!parsed.success) return topicCautions(document)
  const { payload_decoder: decoder, payload_encoder: encoder, operations } = parsed.output
  const isPlain = decoder.type === 'none'
  const isMisfit = isPlain && (encoder.type === 'avro' || encoder.type === 'protobuf')
  return [
    ...topicCautions(document),
    ...faultAt('payload_encoder.type', isMisfit ? m.notEncoded : undefined),
    ...operations.flatMap(({ key, value }, at) => {
      const isTwice = key !== '' && operations.findIndex((one) => one.key === key) < at
      const unknown = unknownFunctions(value)
      const hasNoFields = isPlain && /(?:^|[^\w.])payload\.\w/.test(value)
      return [
        ...faultAt(`operations.${at}.key`, isTwice ? m.repeatedTarget : undefined),
        ...faultAt(
          `operations.${at}.value`,
          unknown.length > 0 ? m.unknownFunctions(unknown) : hasNoFields ? m.notDecoded : undefined,
        ),
      ]
    }),
  ]
}

function unknownFunctions(value: string): readonly string[] {
  const parsed = parseOperationValue(value)
  if ('fault' in parsed) return []
  const listCalled = (node: VariformNode): readonly string[] =>
    node.kind === 'call'
      ? [node.name.replace(/^emqx_variform_bif\./, ''), ...node.args.flatMap(listCalled)]
      : node.kind === 'list'
        ? node.items.flatMap(listCalled)
        : []
  return [...new Set(listCalled(parsed.node))].filter((name) => !variformNames.has(name))
}
