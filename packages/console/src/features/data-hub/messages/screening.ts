import { formatNumber } from '#i18n/format-number.ts'
import { formatList, plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

/** The texts that validations and transformations have in common. */
export const screening = {
  topics: vocabulary.topics,
  topic: vocabulary.topicFilter,
  topicsHelp:
    'Messages to topics that one of these filters covers, from clients, the API and rules, wills and delayed messages included.',
  repeatedTopic: 'This topic filter is already in the list',
  neverMatches: (filter: string, why: string) =>
    `${filter}: the broker accepts this filter, but no message ever matches it. ${why}`,
  note: vocabulary.note,
  name: vocabulary.name,
  nameHelp: "Can't be changed later.",
  nameRule: 'Starts with a letter or digit; then letters, digits, - and _.',
  general: 'Name and topics',
  settings: vocabulary.settings,
  failureAction: 'On failure',
  drop: 'Drop the message',
  dropHelp:
    'Dropped: nobody receives the message. With QoS 1 or 2 the client gets the reason code for no matching subscribers, and stays connected.',
  disconnect: 'Drop the message and disconnect the client',
  disconnectHelp:
    'Disconnected: nobody receives the message, and the client that published it loses its connection. Most clients reconnect and may send it again.',
  ignore: 'Ignore the failure',
  ignoreDone: 'The failure is counted, logged and given to rules.',
  failure: 'When it fails',
  logLevel: 'Log level',
  logLevelHelp: 'Of the entry in the log of the broker. The same failure is written once in a while only.',
  notLogged: 'Not logged',
  matched: 'Matched',
  matchedDefinition: 'Messages to topics that a filter covers.',
  failed: vocabulary.failed,
  rateDefinition: 'Messages that matched per second, on average over ten seconds.',
  failures: 'Failures',
  failureRules: (count: number, shown: string) =>
    count === 0
      ? 'No rule runs when a message fails.'
      : `${shown} ${plural(count, { one: 'rule runs', other: 'rules run' })} when a message fails.`,
  showRules: 'Show rules',
  createRule: 'Create a rule for failures',
  absentTarget: 'The one to copy was deleted.',
  schema: 'Schema name',
  schemaHelp: 'The name of a schema in the registry.',
  messageType: 'Message type',
  messageTypeHelp: 'The name of a message in the Protobuf schema.',
}

export const validations = {
  title: 'Schema Validation',
  label: 'Validations',
  member: vocabulary.name,
  create: 'Create validation',
  strategy: vocabulary.strategy,
  checks: 'Checks',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'validation', other: 'validations' })}`,
  counted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'validation', other: 'validations' })}`,
  emptyTitle: 'No validations yet',
  emptyText:
    'A validation checks messages before anybody receives them, with a SQL statement or a schema, and keeps back those that fail.',
  order:
    'A message goes through all validations that match its topic, from top to bottom, until one keeps it back.',
  succeeded: vocabulary.passed,
  succeededDefinition: 'Messages that passed.',
  failedDefinition: 'Messages that did not pass, ignored failures included.',
  enabling: 'New messages are checked by it.',
  disabling: 'Messages are no longer checked by it: what it kept back gets through.',
  removeBody: 'Messages are no longer checked by it: what it kept back gets through. Its metrics are lost.',
  tabs: 'Parts of the validation',
  absentTitle: 'Validation not found',
  absentText: 'There is no validation with this name. It may have been deleted.',
}

export const validationForm = {
  created: 'Validation created',
  saved: 'Validation saved',
  all: 'All checks must pass',
  any: 'One check is enough',
  type: vocabulary.type,
  sql: vocabulary.sql,
  sqlHelp:
    'Passes where the statement gives a result. Without FROM: SELECT payload.temp AS temp WHERE temp < 100',
  addCheck: 'Add check',
  noChecks: 'Add a check',
  repeatedCheck: 'The same schema is checked twice',
  syntax: (line: string, column: string, found: string) =>
    found === ''
      ? `The statement is incomplete (line ${line}, column ${column}).`
      : `Syntax error at ${found} (line ${line}, column ${column}).`,
  noFrom: 'Leave out FROM: the topic filters say which messages are checked.',
  foreach: 'A check is a SELECT statement, not FOREACH.',
  ignoreHelp: 'Ignored: the message is delivered as if it had passed.',
  impact: 'New messages are checked by this as soon as it is saved. Its metrics are kept.',
  impactNew: 'It is the last in the order, and new messages are checked by it at once.',
}

export const trial = {
  title: 'Try a message',
  text: 'What this validation says of a message, computed in this browser. Nothing is published or saved.',
  asText: 'A payload typed here is text. Avro and Protobuf payloads are bytes that can rarely be typed.',
  incomplete: 'Complete the validation and the message first.',
  verdict: 'What the broker would do',
  check: (at: number) => `Check ${formatNumber(at)}`,
  passed: vocabulary.passed,
  failed: `${vocabulary.failed}.`,
  unknown: 'Only the broker can tell',
  noMatch: 'The statement gives no result.',
  noSchema: (name: string) => `There is no schema ${name} of this type in the registry.`,
  misfit: (why: string) => `The payload does not fit the schema: ${why}`,
  notCovered: 'Not checked: no topic filter covers this topic.',
  passes: 'The message passes',
  drop: 'The broker drops the message',
  disconnect: 'The broker drops the message and disconnects the client',
  ignore: 'The message fails, and is delivered all the same',
}

export const transformations = {
  title: 'Message Transformation',
  label: 'Transformations',
  member: vocabulary.name,
  create: 'Create transformation',
  decoder: 'Read as',
  encoder: 'Written as',
  operations: 'Operations',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'transformation', other: 'transformations' })}`,
  counted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'transformation', other: 'transformations' })}`,
  emptyTitle: 'No transformations yet',
  emptyText:
    'A transformation changes topic, payload, QoS, retain flag and user properties of messages before anybody receives them.',
  order:
    'Each transformation that matches the topic works on what the one before it has made, from top to bottom. Validations come first.',
  succeeded: 'Transformed',
  succeededDefinition: 'Messages that were transformed.',
  failedDefinition: 'Messages that could not be transformed, ignored failures included.',
  enabling: 'New messages are transformed by it.',
  disabling: 'Messages go on as they were sent: subscribers and rules may not expect that.',
  removeBody:
    'Messages go on as they were sent: subscribers and rules may not expect that. Its metrics are lost.',
  tabs: 'Parts of the transformation',
  absentTitle: 'Transformation not found',
  absentText: 'There is no transformation with this name. It may have been deleted.',
}

export const transformationForm = {
  created: 'Transformation created',
  saved: 'Transformation saved',
  codec: vocabulary.payload,
  plain: 'As it is',
  json: vocabulary.json,
  addOperation: 'Add operation',
  target: 'Target',
  value: vocabulary.value,
  operationsHelp:
    "Targets: payload, payload.field, topic, qos, retain, user_property.name. Values are expressions: clientid, payload.temp, concat([topic, '/', clientid]). A constant needs a function: concat(['x']).",
  repeatedTarget: 'This target is already in the list: the later operation wins.',
  badTarget: 'Use payload, payload.field, topic, qos, retain or user_property.name.',
  badProperty: 'Name exactly one user property: user_property.name',
  constant: "A constant alone is not accepted. Use a function: concat(['x'])",
  badValue: (found: string) =>
    found === '' ? 'The expression is incomplete.' : `Syntax error in the expression at ${found}.`,
  unknownFunctions: (names: readonly string[]) =>
    `The broker accepts this and fails on every message: no function is called ${formatList(names)}.`,
  notDecoded: 'Only a payload that is read as JSON, Avro or Protobuf has fields.',
  notEncoded:
    'The broker accepts this pair, but a payload that is not read as JSON, Avro or Protobuf can only be written as it is or as JSON.',
  ignoreHelp: 'Ignored: the message is delivered as it was before this transformation.',
  impact: 'New messages are transformed by this as soon as it is saved. Its metrics are kept.',
  impactNew: 'It is the last in the order, and new messages are transformed by it at once.',
}

export const preview = {
  title: 'Preview of a message',
  text: 'What this makes of a message. Nothing is published or saved.',
  topic: vocabulary.topic,
  payload: vocabulary.payload,
  qos: vocabulary.qos,
  retain: vocabulary.retain,
  more: 'Sender and properties',
  clientid: vocabulary.clientId,
  username: vocabulary.username,
  peername: 'Client address',
  userProperty: vocabulary.userProperties,
  pubProps: 'Publish properties',
  clientAttrs: 'Client attributes',
  notJsonText: vocabulary.pleaseEnterJson,
  notMap: 'Enter a JSON object',
  notTexts: 'Enter a JSON object of texts',
  askBroker: 'Preview with the broker',
  incomplete: 'Complete the transformation and the message first.',
  here: 'Computed in this browser',
  ofBroker: 'Answer of the broker',
  onlyBroker:
    "Only the broker can tell: it has its environment, the names of its nodes and messages, and schemas that can't be read here.",
  compare: 'Payload before and after',
  bytes: 'Payload, as the broker describes its bytes',
  before: (value: string) => `before: ${value}`,
  isOn: 'on',
  isOff: 'off',
  fails: "The message can't be transformed",
  unbound: (name: string) => `The message has no ${name}.`,
  unknownFunction: (name: string) => `There is no function ${name} with these arguments.`,
  notJson: 'The payload is not valid JSON.',
  noSchema: (name: string) => `There is no schema ${name} in the registry.`,
  misfit: (schema: string, why: string) => `It does not go with the schema ${schema}: ${why}`,
  badQos: (value: string) => `QoS must be 0, 1 or 2, not ${value}.`,
  badRetain: (value: string) => `The retain flag must be true or false, not ${value}.`,
  badArgument: 'A function does not take one of its arguments.',
  otherFailure: (msg: string) => `The broker says: ${msg}`,
}

export const captured = {
  title: 'Messages as they come in',
  text: 'Captured on the topics of this transformation, each transformed here by the present form. Nothing is published or saved.',
  noTopics: 'Enter a topic first.',
  none: 'No message yet.',
  summary: (fine: number, failed: number) =>
    `${formatNumber(fine)} of ${formatNumber(fine + failed)} can be transformed`,
  bytesOnly: (count: number) =>
    plural(count, {
      one: '1 message has a payload that is no text: it is left out.',
      other: `${formatNumber(count)} messages have a payload that is no text: they are left out.`,
    }),
  tooLarge: (count: number, most: string) =>
    plural(count, {
      one: `1 message has more than ${most}: it is left out.`,
      other: `${formatNumber(count)} messages have more than ${most}: they are left out.`,
    }),
  dropped: (most: string, size: string) => `Only the last ${most} are kept, with ${size} together at most.`,
  topic: vocabulary.topic,
  outcome: 'What becomes of it',
  fine: 'Transformed',
  unknown: 'Only the broker can tell',
  look: 'Look at it above',
  clear: vocabulary.clear,
  already:
    'What arrives has already been through the enabled transformations. While this one is enabled, messages show its result, and those it fails on do not arrive.',
  senderUnknown: 'A captured message does not say who sent it: client ID, username and address are examples.',
}
