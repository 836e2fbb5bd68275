import { formatList } from '#i18n/format-list.ts'
import { plural } from '#i18n/plural.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const webhooks = {
  title: 'Webhook',
  label: 'Webhooks',
  create: 'Create webhook',
  member: vocabulary.name,
  name: vocabulary.name,
  url: vocabulary.url,
  trigger: 'Trigger',
  note: vocabulary.note,
  rule: vocabulary.rule,
  settings: vocabulary.settings,
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'webhook', other: 'webhooks' })}`,
  counted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'webhook', other: 'webhooks' })}`,
  emptyTitle: 'No webhooks yet',
  emptyText:
    'A webhook sends messages and events to an HTTP server. It consists of a connector, an action and a rule of one name.',
  noneMatch: 'No webhook matches the filters',
  rateDefinition:
    'Messages and events that the rule handed to the action per second, on average over ten seconds.',
  enabling: 'Connector, action and rule are enabled, the rule last.',
  disabling:
    'Rule, action and connector are disabled, the rule first. Nothing is sent, and messages that wait in the buffer are lost.',
  removeBody:
    'Its rule, its action and its connector are deleted. Messages that wait in the buffer are lost.',
  removeFailed: (target: string) =>
    `An error occurred while deleting ${target}, please try to delete it manually`,
  enableFailed: (target: string) => `${target} can't be enabled`,
  disableFailed: (target: string) => `${target} can't be disabled`,
  because: (what: string, why: string) => `${what}: ${why}`,
  notTried: (names: readonly string[]) => `Not tried: ${formatList(names)}.`,
  doneBefore: (names: readonly string[]) => `Already done: ${formatList(names)}.`,
  incompleteWithout: (missing: string) => `Incomplete, without ${missing}`,
  incompleteTitle: 'Incomplete webhooks',
  incompleteText: 'They have the name of a webhook and send nothing.',
  missing: 'Missing',
  repair: 'Repair',
  removeRest: 'Delete the rest',
  removeRestTitle: (name: string) => `Delete what is left of ${name}?`,
  removeRestBody: 'Only the parts with the name of this webhook are deleted. This cannot be undone.',
  restRemoved: (name: string) => `${name} deleted`,
  tabs: 'Parts of the webhook',
  absentTitle: 'Webhook not found',
  absentText:
    'There is no connector, action or rule with the name of this webhook. It may have been deleted.',
}

export const webhookForm = {
  create: 'Create webhook',
  repair: 'Repair webhook',
  created: 'Webhook created',
  saved: 'Webhook saved',
  repaired: 'Webhook repaired',
  general: 'General',
  name: vocabulary.name,
  nameHelp: "Connector, action and rule get this name with _WH_D at the end. Can't be changed later.",
  nameRule: 'Starts with a letter or digit; then letters, digits, - and _.',
  noUrl: 'Enter the URL of the server',
  nameTaken: 'A connector, action or rule with this name already exists',
  note: vocabulary.note,
  trigger: 'Trigger',
  sends: 'What is sent',
  messages: vocabulary.messages,
  events: 'Events',
  all: 'All messages and events',
  ownSql: 'Other SQL',
  messageEvents: 'Message events',
  otherEvents: 'Events',
  topics: 'Topic filters',
  topic: vocabulary.topicFilter,
  topicsHelp: 'Messages of these topics only. Default: all topics.',
  repeatedTopic: 'This topic filter is already in the list',
  unwritableTopic: 'The statement has no way to write a topic filter with these quotes',
  sql: vocabulary.sql,
  sqlHelp: 'The rule was changed elsewhere and says more than the other choices can. Saving keeps this text.',
  request: 'HTTP request',
  actionHeaders: 'Headers of the action',
  connection: vocabulary.connection,
  delivery: 'Buffer and delivery',
  notCreated: (name: string) => `${name} can't be created`,
  notSaved: (name: string) => `${name} can't be saved`,
  takenBack: 'The objects created before it are deleted again.',
  left: (names: readonly string[]) => `Still there and to be deleted by hand: ${formatList(names)}.`,
  changed: (names: readonly string[]) => `Already saved: ${formatList(names)}.`,
  impactAction:
    'The action restarts on every node. Messages that wait in its buffer and messages that arrive meanwhile are lost.',
  impactConnector: 'The broker reconnects on every node. Messages that wait in the buffer are kept.',
  impactRule: 'Applies from the next message or event on.',
  preview: 'Preview',
  as: 'Show as',
  statement: vocabulary.sql,
  command: 'curl command',
  chosenNote: 'For the chosen message. Headers with secrets are hidden.',
  sampleNote: 'For an example message of the first source in FROM. Headers with secrets are hidden.',
  hidden: '(hidden)',
  toCreate: 'Objects to create',
  parts: 'Objects of this webhook',
  order: 'Created in this order. If one fails, Brokerdeck deletes the objects created before it.',
}

export const webhookParts = {
  connector: (name: string) => `Connector ${name}`,
  action: (name: string) => `Action ${name}`,
  rule: (name: string) => `Rule ${name}`,
}

export const webhookMissing = {
  connector: 'the connector',
  action: 'the action',
  rule: 'the rule',
  link: 'the action in the rule',
}

export const webhookEvents = {
  '$events/message_publish': 'Published',
  '$events/message_delivered': 'Delivered',
  '$events/message_acked': 'Acknowledged',
  '$events/message_dropped': vocabulary.dropped,
  '$events/delivery_dropped': 'Delivery dropped',
  '$events/message_transformation_failed': 'Transformation failed',
  '$events/client_connected': 'Client connected',
  '$events/client_disconnected': 'Client disconnected',
  '$events/client_connack': 'Client connection acknowledged',
  '$events/client_check_authz_complete': 'Authorization checked',
  '$events/client_check_authn_complete': 'Authentication checked',
  '$events/session_subscribed': 'Session subscribed',
  '$events/session_unsubscribed': 'Session unsubscribed',
  '$events/schema_validation_failed': 'Schema validation failed',
  '$events/sys/alarm_activated': 'Alarm activated',
  '$events/sys/alarm_deactivated': 'Alarm deactivated',
}
