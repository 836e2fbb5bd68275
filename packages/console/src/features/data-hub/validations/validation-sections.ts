import { parseCheckSql } from '@brokerdeck/contract/data-hub/parse-check-sql.ts'
import {
  type SchemaValidation,
  strategies,
  type WrittenValidation,
} from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { schemaKinds } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import * as v from 'valibot'
import { validationForm as m, screening, validations } from '#features/data-hub/messages/screening.ts'
import { type KnownSchemas, listKnownSchemaFields } from '#features/data-hub/screening/known-schemas.tsx'
import { failureSection, firstSection, topicFaults } from '#features/data-hub/screening/screen-sections.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

const kinds = [
  { value: 'sql', label: m.sql },
  { value: 'json', label: 'JSON' },
  { value: 'avro', label: 'Avro' },
  { value: 'protobuf', label: 'Protobuf' },
]

const words = { all_pass: m.all, any_pass: m.any } as const

const columns = (known: KnownSchemas | undefined): readonly Field[] => [
  { kind: 'select', path: 'type', label: m.type, options: kinds, default: 'sql', width: 3 },
  {
    kind: 'lines',
    path: 'sql',
    label: m.sql,
    help: m.sqlHelp,
    isCode: true,
    syntax: 'sql',
    isRequired: true,
    rows: 3,
    width: 8,
    when: [{ path: 'type', is: ['sql'] }],
  },
  ...listKnownSchemaFields({ path: 'schema', kindPath: 'type', kinds: schemaKinds, known }),
  {
    kind: 'text',
    path: 'message_type',
    label: screening.messageType,
    help: screening.messageTypeHelp,
    isCode: true,
    isRequired: true,
    width: 4,
    when: [{ path: 'type', is: ['protobuf'] }],
  },
]

export const validationSections = (isNew: boolean, known: KnownSchemas | undefined): readonly Section[] => [
  firstSection(isNew),
  {
    id: 'checks',
    title: validations.checks,
    fields: [
      {
        kind: 'select',
        path: 'strategy',
        label: validations.strategy,
        options: strategies.map((value) => ({ value, label: words[value] })),
      },
      {
        kind: 'rows',
        path: 'checks',
        label: validations.checks,
        addLabel: m.addCheck,
        columns: columns(known),
        width: 12,
      },
    ],
  },
  failureSection(m.ignoreHelp),
]

const shownSchema = v.looseObject({
  description: v.optional(v.string(), ''),
  topics: v.optional(v.array(v.string()), []),
  strategy: v.picklist(strategies),
  checks: v.array(
    v.object({
      type: v.optional(v.picklist(['sql', 'json', 'avro', 'protobuf']), 'sql'),
      sql: v.optional(v.string(), ''),
      schema: v.optional(v.string(), ''),
      message_type: v.optional(v.string(), ''),
    }),
  ),
  failure_action: v.picklist(['drop', 'disconnect', 'ignore']),
  log_failure: v.object({ level: v.picklist(['error', 'warning', 'notice', 'info', 'debug', 'none']) }),
})
type Check = v.InferOutput<typeof shownSchema>['checks'][number]

/** Returns the part of a validation that the form edits. */
export function toValidationSettings({ name: _, enable: _on, ...settings }: SchemaValidation): ApiDocument {
  return settings
}

/** Returns the request body, with only the settings that belong to the kind of each check. */
export function validationBody(document: ApiDocument, name: string, enable: boolean): WrittenValidation {
  const { checks, ...settings } = v.parse(shownSchema, document)
  return { ...settings, name, enable, checks: checks.map(checkBody) }
}

function checkBody({ type, sql, schema, message_type }: Check): WrittenValidation['checks'][number] {
  if (type === 'sql') return { type, sql }
  return type === 'protobuf' ? { type, schema, message_type } : { type, schema }
}

export function validationFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(shownSchema, document)
  if (!parsed.success) return topicFaults(document)
  const { checks } = parsed.output
  const keys = checks.map(({ type, schema }) => (type === 'sql' ? undefined : `${type}:${schema}`))
  return [
    ...topicFaults(document),
    ...(checks.length === 0 ? [{ path: 'checks', message: m.noChecks }] : []),
    ...checks.flatMap((check, at) => {
      const key = keys[at]
      if (key !== undefined && check.schema !== '' && keys.indexOf(key) < at)
        return [{ path: `checks.${at}.schema`, message: m.repeatedCheck }]
      const message = check.type === 'sql' && check.sql.trim() !== '' ? sqlFault(check.sql) : undefined
      return message === undefined ? [] : [{ path: `checks.${at}.sql`, message }]
    }),
  ]
}

function sqlFault(sql: string): string | undefined {
  const parsed = parseCheckSql(sql)
  if ('statement' in parsed) return undefined
  const { from, found } = parsed.fault
  if (parsed.reason === 'foreach_not_allowed') return m.foreach
  if (/^from$/i.test(found)) return m.noFrom
  const before = sql.slice(0, from).split('\n')
  return m.syntax(formatNumber(before.length), formatNumber((before.at(-1) ?? '').length + 1), found)
}
