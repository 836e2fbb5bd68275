import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const ruleForm = {
  valuesHere: 'values computed here',
  functions: 'Functions',
  createTitle: 'Create rule',
  created: 'Rule created',
  saved: 'Rule saved',
  rule: vocabulary.rule,
  id: vocabulary.id,
  idRule: 'Starts with a letter or digit; then letters, digits, - and _.',
  idTaken: 'A rule with this ID already exists',
  note: vocabulary.note,
  sql: vocabulary.sql,
  actions: vocabulary.actions,
  remove: vocabulary.remove,
  locked: "This can't be changed here",
  syntax: (line: string, column: string, found: string) =>
    `Line ${line}, column ${column}: ${found === '' ? 'the statement ends too early' : `“${found}” is not expected here`}`,
  saveCopy: 'Save as copy…',
  copyTitle: 'Save as copy',
  copyHelp: 'The copy gets what is in the form now. The rule itself stays as it is saved.',
  copied: (id: string) => `Rule ${id} created`,
  targetGone: 'The rule to copy no longer exists',
  impact: 'Applies from the next message or event on.',
}

export const inputs = {
  title: 'Data inputs',
  add: 'Add input',
  change: vocabulary.update,
  editOf: (name: string) => `Edit input ${name}`,
  removeOf: (name: string) => `Remove input ${name}`,
  removeTitle: (name: string) => `Remove input ${name}?`,
  removeBody: 'It is taken out of FROM in the statement. Nothing is saved yet.',
  onlyOne: 'A statement needs at least one source',
  unread: 'Inputs are read from FROM. Correct the statement first.',
  tooLong: 'The statement is too long to be read here. Change FROM in the statement itself.',
  notShown: (count: number) => `Not shown: ${formatNumber(count)} more in FROM`,
}

/** The texts of the dialog for a single input. */
export const inputDialog = {
  edit: 'Edit input',
  kind: vocabulary.type,
  topic: vocabulary.topicFilter,
  event: vocabulary.event,
  source: 'ID of the data source',
  sourceHelp: 'Type and name with a colon between them, such as mqtt:line_4.',
  sourceRule: 'Please enter type:name',
  twice: 'This input is in the list already',
  unwritable: "FROM can't hold this name",
}

export const inputKinds = {
  message: vocabulary.message,
  event: vocabulary.event,
  source: vocabulary.dataSource,
}

export const outputs = {
  title: 'Action outputs',
  add: 'Add output',
  update: vocabulary.update,
  none: 'Nothing happens with the result yet',
  noneText: 'Republish it as a message, print it to the log of the node, or give it to an action.',
  republish: 'Republish',
  republishTo: 'Republish to',
  console: 'Console output',
  consoleNote: 'Prints the result to the log of the node',
  consoleOnce: 'It is in the list already',
  byId: 'Action…',
  byIdTitle: 'Add action',
  actionId: 'Action ID',
  actionIdHelp: 'Type and name with a colon between them, such as http:alarms.',
  actionIdRule: 'Please enter type:name',
  twice: 'This action is in the list already',
  action: vocabulary.action,
  unknown: 'Custom function',
  editOf: (name: string) => `Edit output ${name}`,
  loop: 'What this rule republishes may come back to it:',
  loopWay: 'Way of the message',
  removeOf: (name: string) => `Remove output ${name}`,
  removeTitle: (name: string) => `Remove output ${name}?`,
  removeBody: 'The action itself stays. Nothing is saved yet.',
}

export const bridgeChoice = {
  open: (id: string) => `Open ${id} in a new tab`,
  more: (count: string) => `${count} more: type a part of the ID to find them`,
}

export const actionChoice = {
  list: vocabulary.actions,
  none: 'There are no actions yet',
  absent:
    'There is no action with this ID now. The rule can name it; until it exists, the broker discards what goes there.',
  create: 'Create action',
  createHelp: 'The broker gets it at once; the rule waits until it is saved.',
}

export const sourceChoice = {
  list: 'Data sources',
  none: 'There are no data sources yet',
  absent: 'There is no data source with this ID now. Until it exists, nothing comes from it.',
  create: 'Create data source',
  createHelp: 'The broker gets it at once; the rule waits until it is saved.',
}

export const republish = {
  message: vocabulary.message,
  topic: vocabulary.topic,
  readsFrom: (sources: string) =>
    `The rule reads from ${sources}. A topic that it reads itself makes a loop.`,
  topicHelp: `Placeholders such as \${clientid} take values of the result.`,
  qos: vocabulary.qos,
  qosOfEvent: 'QoS of the message',
  retain: vocabulary.retain,
  retainOfEvent: 'As the message',
  isTrue: vocabulary.yes,
  isFalse: vocabulary.no,
  payload: vocabulary.payload,
  payloadHelp:
    'Empty sends the whole result as JSON. Placeholders take its values; missing ones become “undefined”.',
  properties: 'MQTT 5 properties',
  propertiesNote: 'For clients that use MQTT 5',
  format: 'Payload format indicator',
  formatBytes: 'Unspecified',
  formatText: 'UTF-8 text',
  expiry: vocabulary.messageExpiryInterval,
  expiryHelp: 'Seconds, or a placeholder.',
  contentType: vocabulary.contentType,
  responseTopic: vocabulary.responseTopic,
  correlationData: vocabulary.correlationData,
  userProperties: vocabulary.userProperties,
  userPropertiesHelp: 'A placeholder for an object of texts. Empty sends none.',
  directDispatch: 'Direct dispatch',
  directDispatchHelp: 'Straight to the subscribers: no rule, hook or counter sees the message.',
  badNumber: 'Please enter a number or a placeholder',
}

/** The texts of the column list beside the statement. */
export const columnList = {
  title: 'Events and columns',
  search: 'Find a column',
  nothing: 'No column is called so',
  used: 'In FROM',
  unused: 'Not in FROM',
}

export const columnKinds = {
  text: 'text',
  bytes: vocabulary.bytes,
  integer: 'integer',
  qos: '0, 1, 2',
  time: 'Unix ms',
  boolean: 'boolean',
  list: 'array',
  map: 'object',
}
