import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const clients = {
  title: vocabulary.clients,
  label: 'Clients',
  summary: (connected: string, absent: string) =>
    `${connected} connected, ${absent} sessions without connection`,
  client: vocabulary.clientId,
  username: vocabulary.username,
  ip: vocabulary.ipAddress,
  state: 'Connection status',
  connectedState: vocabulary.connected,
  idleState: 'Idle',
  disconnectedState: 'Disconnected',
  node: vocabulary.node,
  nodeMeaning: 'The node that the client is connected to, or was last.',
  protocolVersion: vocabulary.protocolVersion,
  cleanStart: 'Clean start',
  cleanStartMeaning: 'The client asked for a new session when it connected (clean session before MQTT 5).',
  yes: vocabulary.yes,
  no: vocabulary.no,
  connectedAt: 'Connected',
  createdAt: 'Session created',
  status: vocabulary.status,
  queue: 'Queue',
  queueMeaning: 'Messages waiting because the client is away or acknowledges too slowly.',
  queueLimit: (length: string, limit: string) => `${length} of ${limit} messages`,
  keepalive: 'Keep alive',
  keepaliveMeaning:
    'The client says something at least this often, or is disconnected after one and a half of it.',
  expiry: vocabulary.sessionExpiry,
  expiryMeaning: 'Time a session outlives its connection. 0 s: it ends with it.',
  subs: 'Subs',
  subsMeaning: 'Subscriptions of the session.',
  protocol: vocabulary.protocol,
  listener: vocabulary.listener,
  port: vocabulary.port,
  tls: vocabulary.tls,
  tlsMeaning: 'By the kind of listener: ssl, wss and quic are encrypted.',
  bridge: 'Bridge',
  attributes: 'Attributes',
  disconnectedAt: 'Disconnected',
  inflight: vocabulary.inflight,
  inflightMeaning: 'Unacknowledged messages / maximum allowed in flight.',
  awaiting: 'Awaiting release',
  awaitingMeaning: 'QoS 2 messages received whose PUBREL is still to come.',
  heap: 'Heap',
  reductions: 'Reductions',
  reductionsMeaning: 'Work done by the connection process of the broker since it started.',
  mailbox: 'Mailbox',
  mailboxMeaning: 'Messages waiting inside the broker for the process of this connection.',
  mountpoint: vocabulary.mountpoint,
  dropped: 'Queue dropped',
  received: (what: string) => `Received ${what}`,
  sent: (what: string) => `Sent ${what}`,
  bytes: vocabulary.bytes,
  reads: 'TCP reads',
  writes: 'TCP writes',
  packets: 'packets',
  messages: 'messages',
  qos: (level: number) => `QoS ${level}`,
  droppedAll: 'dropped',
  droppedPubrel: 'dropped, no PUBREL',
  droppedExpired: 'dropped, expired',
  droppedFull: 'dropped, queue full',
  droppedLarge: 'dropped, too large',
  emptyTitle: 'No clients',
  emptyText:
    'A client appears when it connects. Its session stays listed while it is away, until it expires.',
  noneMatch: 'No client matches',
  watchAbsent: 'Watch this client ID connect',
  noneMatchText:
    'Exact filters compare the whole text, “contains” compares a part; both mind capital letters.',
  open: 'Open',
  copyIds: 'Copy IDs',
  kickMany: 'Kick out…',
  whyNoRefresh:
    'Off while a filter with “contains” is set: the broker would compare every session again and again. Use Refresh.',
  kickAllMatching: 'Kick out all that match…',
}

export const topClients = {
  title: 'Top Clients',
  open: 'Top clients',
  all: (count: number, shown: string) =>
    plural(count, { one: 'The only session', other: `All ${shown} sessions` }),
  sample: (read: string, total: string | undefined) =>
    `The first ${read} ${total === undefined ? 'sessions' : `of ${total} sessions`} as the broker lists them: others may have more`,
  readMore: (count: string) => `Read ${count} more`,
  droppedMeaning: 'Messages that the queue of the session dropped because it was full.',
  inflightMeaning: 'Messages sent to the client that it has not acknowledged.',
  received: 'Avg. received /s',
  sent: 'Avg. sent /s',
  rateMeaning:
    'Messages per second, on average since the client connected: not the rate of now. The broker renews the counters of a client too seldom for that.',
}

export const delayedPublish = {
  title: 'Delayed Publish',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'message waits', other: 'messages wait' })} in the cluster`,
  label: 'Delayed messages',
  settings: 'Delay settings',
  settingsTitle: 'Delayed Publish Settings',
  settingsSummary:
    'Messages to $delayed/<seconds>/<topic> wait on the node that took them, and go to the topic then.',
  delay: 'Delay',
  delayMeaning: 'How long the publisher wanted the message to wait.',
  goesOut: 'Goes out',
  node: vocabulary.node,
  tooLarge: 'The broker gives no payload of more than 2048 bytes of a delayed message.',
  offTitle: 'Delayed publish is turned off',
  offText: 'A message to $delayed/… is now an ordinary one with exactly that topic.',
  emptyTitle: 'No delayed messages',
  emptyText:
    'A message published to $delayed/60/door waits here for 60 seconds and then goes to whoever subscribes to door.',
  delete: vocabulary.deleteAsking,
  deleteBody: 'What is deleted never goes out, and its publisher is not told.',
  section: 'Delayed messages',
  max: 'Most messages that wait',
  maxHelp: 'Of each node. What comes on top is lost, and the publisher gets no error.',
  unlimited: vocabulary.unlimited,
  messages: 'messages',
  offImpact: (count: number, shown: string) =>
    `${plural(count, {
      one: 'The message that waits is lost.',
      other: `The ${shown} messages that wait are lost.`,
    })} Clients that publish to $delayed/… get no error: their messages go out at once, with the prefix in the topic.`,
  lowImpact: 'New messages over the limit are lost without an error; what waits already stays.',
}

export const retained = {
  title: 'Retained Messages',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'message', other: 'messages' })} in the cluster`,
  label: vocabulary.retainedMessages,
  filter: 'Topic or filter',
  byBroker: 'made by the broker',
  byBrokerMeaning: 'The broker publishes its state under $SYS and makes the message again when it changes.',
  settings: 'Retainer settings',
  explore: 'Show in the topic explorer',
  explorer: vocabulary.topicExplorer,
  enable: vocabulary.enable,
  enableHint: 'Retained messages are turned off. This leads to the settings of the retainer.',
  offTitle: 'Retained messages are turned off',
  offText:
    'The broker keeps no message for future subscribers. What it kept before is shown again once the retainer is on.',
  emptyTitle: 'No retained messages',
  emptyText:
    'One appears when a client publishes with the retain flag. The broker keeps the last one of each topic.',
  noneMatch: 'No retained message matches',
  noneMatchText:
    'A topic is compared as a whole. For all below it, use wildcards: factory/# or factory/+/state.',
  notAFilter: 'This is no topic filter',
  delete: vocabulary.deleteAsking,
  deleteMatching: 'Delete all that match…',
  clearAll: 'Clear all…',
  clear: 'Clear all',
  clearWord: 'clear',
  clearTitle: 'Confirm to clear all retained messages?',
  clearBody: (count: number, shown: string) =>
    `${plural(count, {
      one: 'One message is deleted on all nodes',
      other: `${shown} messages are deleted on all nodes`,
    })}, those that the broker makes under $SYS too. Future subscribers get nothing until somebody publishes again.`,
  clearBodyUnknown:
    'All messages are deleted on all nodes, those that the broker makes under $SYS too; how many could not be counted. Future subscribers get nothing until somebody publishes again.',
  cleared: 'All retained messages are cleared',
  nothingToClear: 'There is nothing to clear.',
}

export const subscriptions = {
  title: vocabulary.subscriptions,
  label: 'Subscriptions',
  summary: 'Who listens to what, on every node',
  client: vocabulary.clientId,
  node: vocabulary.node,
  match: vocabulary.topicFilter,
  group: 'Share group',
  anyQos: (qos: number) => `QoS ${qos}`,
  emptyTitle: 'No subscriptions',
  emptyText:
    'A subscription appears when a client subscribes. Topics exist only while somebody subscribes to them.',
  noneMatch: 'No subscription matches',
  within: 'covers',
  receives: 'Receives topic',
  noneMatchText:
    '“Is exactly” compares the whole filter, with its $share prefix. “Covers” finds the filters inside another one: cmd/# covers cmd/+/set. “Receives topic” finds who gets the messages of a topic.',
  noneReceives: 'No subscribed filter covers this topic: a message published to it reaches nobody now.',
  coveredBy: (count: number, shown: string, routes: string) =>
    `${shown} of ${routes} subscribed ${plural(count, { one: 'filters covers', other: 'filters cover' })} the topic:`,
  routesCut: (count: string) =>
    `Only the first ${count} routes were searched. Subscriptions may be missing below.`,
  filtersCut: (count: string) =>
    `More than ${count} filters cover the topic. The subscriptions of the first ones are listed.`,
  subscribersCut: (count: string) => `The first ${count} subscriptions are listed. There are more.`,
  whyNoRefresh:
    'Off while filters are compared with a topic or a wider filter: the broker would look at every route again and again. Use Refresh.',
  durable: 'Durable',
  yes: vocabulary.yes,
  no: vocabulary.no,
  topics: vocabulary.topics,
}

export const topics = {
  title: vocabulary.topics,
  label: 'Topics',
  summary: 'Topic filters that somebody subscribes to, by node',
  topic: vocabulary.topicFilter,
  node: vocabulary.node,
  subscribers: 'Subscribers',
  show: vocabulary.showDetails,
  showOf: (topic: string) => `Show subscribers of ${topic}`,
  addMetric: 'Count messages…',
  noMetric: 'Only single topics can be counted, without + and #.',
  explore: 'Show in the topic explorer',
  explorer: vocabulary.topicExplorer,
  emptyTitle: 'No topics',
  emptyText: 'A topic exists only while somebody subscribes to it; publishing alone does not make one.',
  noneMatch: 'No topic matches',
  noneMatchText:
    'The topic is compared exactly, wildcards included. With a node, shared subscriptions are not listed.',
}
