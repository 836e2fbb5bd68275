import { formatNumber, plural } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.en.ts'

const clientsOf = (count: number) =>
  `${formatNumber(count)} ${plural(count, { one: 'client', other: 'clients' })}`

export const limiter = {
  title: 'Limiter',
  summary: 'How much each node takes in, whoever sends it. Listeners have limits of their own beside these.',
  rates: 'Rates of each node',
  ratesNote:
    'Nothing is lost above a rate: the node reads more slowly, and clients feel it as a slow network.',
  unlimited: vocabulary.unlimited,
  connections: 'New connections',
  connectionsHelp: 'Connections above this rate wait.',
  messages: 'Messages published',
  messagesHelp: 'PUBLISH packets of all clients of a node together.',
  bytes: 'Data received',
  bytesHelp: 'Bytes of all clients of a node together.',
  newClientsOnly:
    'Applies to clients that connect from now on. Connected clients keep the message and data rates they connected with until they reconnect.',
  liftedImpact:
    'EMQX 5.8 may receive nothing more from clients that connected under the limit, until they reconnect. Disconnect those clients after applying.',
  keptTitle: 'Clients with their old rates',
  kept: (count: number | undefined) =>
    `${count === undefined ? 'Clients' : clientsOf(count)} connected before the change and ${count === 1 ? 'keeps its' : 'keep their'} old rates until the next connection. After a limit is lifted, EMQX 5.8 may receive nothing more from them until then.`,
  nobodyLeft: 'No client is left from before the change.',
  disconnect: 'Disconnect clients…',
  disconnectTitle: (count: number) => `Disconnect ${clientsOf(count)}?`,
  disconnectBody:
    'Each connection is closed and its session ends: subscriptions and queued messages are lost. Clients can reconnect at once, with the new rates.',
  disconnectAction: 'Disconnect',
  stops: 'A rate of 0 lets nothing in at all.',
}

export const logSettings = {
  title: 'Logging',
  summary: 'What the nodes write about their work, and where',
  tabs: 'Kinds of log',

  console: 'Console',
  consoleLog: 'Log to the console',
  consoleNote: 'To the standard output of each node: what containers and systemd collect.',
  file: vocabulary.file,
  fileLog: (name: string) => (name === 'default' ? 'Log to a file' : `Log to a file: ${name}`),
  fileNote: 'On the disk of each node. A full file is set aside, and the oldest one is removed.',
  throttling: 'Throttling',
  throttlingNote: 'Keeps a flood of the same event from filling the log.',
  limitsMissing:
    'This version of the API has no limits on the length of a line (chars_limit, at least 100), bursts and overload. Set them in emqx.conf.',
  audit: 'Audit',
  auditLog: 'Audit log',
  auditNote: 'Who changed what, through the API, this console or the command line.',

  level: vocabulary.level,
  levelHelp: 'Writes this level and everything more serious.',
  formatter: 'Format',
  formatterHelp: 'JSON is for machines that collect logs.',
  formatterText: vocabulary.text,
  formatterJson: vocabulary.json,
  timestampFormat: 'Time format',
  timestampAuto: 'Automatic',
  timestampAutoHelp: 'RFC 3339 in text, microseconds in JSON.',
  timestampEpoch: 'Microseconds since 1970',
  timestampRfc3339: 'RFC 3339',
  timeOffset: 'Time zone',
  timeOffsetHelp: 'system, utc, or an offset such as +08:00.',
  timeOffsetRule: 'Please enter system, utc, or an offset such as +08:00',
  payloadEncode: 'Payloads',
  payloadText: 'As text',
  payloadHex: 'As hex',
  payloadHidden: 'Hidden',
  payloadHelp: 'How a message appears in lines about it. Hidden keeps its content out of the log.',
  path: 'File name',
  pathHelp: 'The file is on every node; a variable such as ${EMQX_LOG_DIR} is filled in by each.',
  rotationSize: 'Size of a file',
  rotationSizeHelp: 'At this size the next file is begun.',
  unlimited: vocabulary.unlimited,
  rotationCount: 'Files kept',
  rotationCountHelp: 'Together with the one that is being written.',
  files: 'files',
  timeWindow: 'Window',
  timeWindowHelp: 'Of the same event only the first in each window is written, then how many there were.',
  maxFilterSize: 'Records to search',
  maxFilterSizeHelp: 'How many of the latest records this console can filter.',
  records: 'records',
  ignoreHighFrequency: 'Frequent requests',
  ignoreHighFrequencyHelp:
    'Leaves out what happens all the time, such as publishing and kicking out clients.',
  leaveOut: 'Left out',

  impactDebug: 'At this level a busy broker writes very much: it slows down, and the disk fills up.',
  impactQuiet: 'With every log off, the nodes leave no trace of what goes wrong.',
  impactFile: 'The next lines go to the new file; what was written stays where it is.',
  impactNone: 'Takes effect at once on every node. Connections are not touched.',
}

export const topicRewrite = {
  title: 'Topic Rewrite',
  summary: (count: number, max: number) =>
    `${formatNumber(count)} of at most ${formatNumber(max)} rules. The first rule whose source covers a topic decides.`,
  label: 'Rewrite rules',
  order: 'No.',
  action: 'Applies to',
  publish: 'Publishing',
  subscribe: 'Subscribing',
  all: 'Both',
  source: 'Source topic',
  sourceHelp: 'A filter. The first rule that covers the topic is used, later ones are not looked at.',
  expression: 'Regular expression',
  expressionHelp: 'Has to match the whole or a part of the topic, else the topic stays as it is.',
  badExpression: (at: number) =>
    `The regular expression is incomplete at character ${formatNumber(at)}: an unmatched bracket, a quantifier without an expression, or a trailing backslash.`,
  destination: 'Destination topic',
  destinationHelp: '$1 is the first group of the expression; ${clientid} and ${username} are the client.',
  destinationWildcard: 'Only a rule for subscribing may have + or # in its destination.',
  add: 'Add rule',
  addTitle: 'Add rewrite rule',
  editTitle: 'Edit rewrite rule',
  added: 'The rule is added',
  saved: 'The rule is saved',
  removed: 'The rule is deleted',
  removeBody: (name: string) => `Topics under ${name} are no longer rewritten by this rule.`,
  impact:
    'Counts for messages and subscriptions from now on. Subscriptions that exist keep their topic, and a client that unsubscribes by the old name no longer finds them.',
  emptyTitle: 'No rules',
  emptyText: 'A rule gives messages or subscriptions another topic than the client has named.',
}

export const autoSubscribe = {
  title: 'Auto Subscribe',
  summary: (count: number, max: number) =>
    `${formatNumber(count)} of at most ${formatNumber(max)} topics that every client is subscribed to when it connects`,
  label: 'Automatic subscriptions',
  topic: vocabulary.topic,
  topicHelp:
    '${clientid}, ${username}, ${host} and ${port} are replaced with values of the connecting client.',
  qos: vocabulary.qos,
  noLocal: vocabulary.noLocal,
  noLocalHelp: 'The client does not get its own messages.',
  retainAsPublished: 'Retain as published',
  retainAsPublishedHelp: 'Messages keep the retain flag of their publisher.',
  retainHandling: 'Retain handling',
  retainHandlingHelp: 'Whether the client gets retained messages when it is subscribed.',
  sendAlways: 'Always',
  sendNew: 'Only for a new subscription',
  sendNever: 'Never',
  yes: vocabulary.yes,
  no: vocabulary.no,
  twice: 'This topic is in the list already.',
  add: 'Add topic',
  addTitle: 'Add automatic subscription',
  editTitle: 'Edit automatic subscription',
  added: 'The topic is added',
  saved: 'The topic is saved',
  removed: 'The topic is deleted',
  removeBody: (name: string) => `Clients that connect from now on are not subscribed to ${name}.`,
  impact: 'Counts for clients that connect from now on. Those that are connected keep their subscriptions.',
  emptyTitle: 'No topics',
  emptyText: 'Clients are subscribed to these topics when they connect, without asking for it.',
}
