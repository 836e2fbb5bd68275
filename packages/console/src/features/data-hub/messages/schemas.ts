import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const schemas = {
  title: 'Schema Registry',
  label: 'Schemas',
  member: vocabulary.name,
  type: vocabulary.type,
  note: vocabulary.note,
  json: 'JSON Schema',
  create: 'Create schema',
  summary: (count: number, shown: string) => `${shown} ${plural(count, { one: 'schema', other: 'schemas' })}`,
  emptyTitle: 'No schemas yet',
  emptyText:
    'A schema says how payloads look. Validations check messages by it, transformations and rules read and write Avro and Protobuf by it.',
  noneMatch: 'No schema matches the filters',
  removeBody: 'Validations, transformations and rules that name it fail from then on.',
  tabs: 'Parts of the schema',
  settings: vocabulary.settings,
  uses: 'Used by',
  absentTitle: 'Schema not found',
  absentText: 'There is no schema with this name. It may have been deleted.',
}

export const schemaForm = {
  general: 'Name and type',
  source: 'Schema text',
  sourceHelp: 'Avro and JSON Schema as JSON, Protobuf as the text of one .proto file without imports.',
  created: 'Schema created',
  saved: 'Schema saved',
  impact: 'Validations, transformations and rules that use it work by the new text at once.',
  impactNew: 'Nothing changes until a validation, a transformation or a rule names it.',
  notJson: (line: string, column: string) => `${vocabulary.pleaseEnterJson} (line ${line}, column ${column})`,
  notProtobuf: (line: string) => `Syntax error in the Protobuf schema (line ${line}).`,
  isImport: (line: string) => `Imports can't be resolved: put all messages into this text (line ${line}).`,
  unknownMessage: (name: string, line: string) => `No message or enum is called ${name} (line ${line}).`,
  unknownType: (name: string) => `There is no Avro type ${name}.`,
  lacks: (name: string) => `The Avro schema lacks ${name}.`,
  notAvro: 'This is not a valid Avro schema.',
  notObject: 'A JSON Schema is a JSON object.',
  tooComplex: 'The schema is too large or nested too deep.',
  draftThree:
    'Without $schema the broker reads it as draft 3, where a list under required has no effect. Add "$schema": "http://json-schema.org/draft-06/schema#".',
  unknownDraft: 'The broker accepts this $schema, but every check fails: it knows drafts 3, 4 and 6.',
  messages: 'Message types',
  noMessages: 'There is no message in it.',
}

export const schemaUses = {
  validations: 'Validations',
  transformations: 'Transformations',
  rules: vocabulary.rules,
  none: 'Nothing in this cluster names this schema.',
  unused: 'Not used',
  notKnown: vocabulary.unknown,
  more: (count: string) => `${count} more`,
  unknown: "Can't determine what uses it: the broker did not answer.",
  partly: 'There may be more: at most 1,000 rules are looked at, and only what can be read.',
  inRules: 'Rules count where their SQL names the schema in schema_decode, schema_encode or schema_check.',
}

export const schemaSample = {
  title: 'Sample message',
  text: 'Checked in this browser. Nothing is sent.',
  sample: 'Sample as JSON',
  generate: 'Generate schema from sample',
  notJson: vocabulary.pleaseEnterJson,
  notObject: 'The sample must be a JSON object.',
  messageType: 'Message type',
  fits: 'The sample fits the schema.',
  fitsBytes: (bytes: string) => `The sample fits the schema: ${bytes} when encoded.`,
  misfit: (why: string) => `The sample does not fit: ${why}`,
  incomplete: 'Correct the schema first.',
  generated: 'Schema generated: check types and required fields.',
}

export const registries = {
  title: 'External Schema Registries',
  label: 'External schema registries',
  member: vocabulary.name,
  type: vocabulary.type,
  url: vocabulary.url,
  confluent: 'Confluent Schema Registry',
  access: vocabulary.authentication,
  anonymous: vocabulary.none,
  basic: 'Username and password',
  username: vocabulary.username,
  password: vocabulary.password,
  create: 'Add external registry',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'external registry', other: 'external registries' })}`,
  emptyTitle: 'No external registries yet',
  emptyText: 'Rules read and write Avro by the schemas of a Confluent Schema Registry that is named here.',
  noneMatch: 'No registry matches the filters',
  removeBody: 'Rules that name it fail from then on.',
  tabs: 'Parts of the registry',
  settings: vocabulary.settings,
  absentTitle: 'External registry not found',
  absentText: 'There is no external registry with this name. It may have been deleted.',
  connection: vocabulary.connection,
  created: 'External registry added',
  saved: 'External registry saved',
  urlHelp: 'The broker does not check the address: a rule fails when it needs a schema and nobody answers.',
  impact: 'Rules ask the registry at the new address from the next message on.',
  impactNew: 'Nothing changes until a rule names it.',
}

export const registryLink = {
  title: 'Schema Registry',
  known: (count: number, shown: string) =>
    count === 0
      ? 'There is no schema yet.'
      : `${shown} ${plural(count, { one: 'schema', other: 'schemas' })} can be named here.`,
  unknown: "Can't read the schema registry: type the name.",
  show: 'Show schemas',
  create: 'Create schema',
}
