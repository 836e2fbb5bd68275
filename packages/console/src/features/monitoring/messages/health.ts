import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

/**
 * Returns "1 of 3 enabled connectors is not connected": the noun agrees with the total, the verb with the number
 * down.
 */
const notConnected = (down: number, all: number, what: string) =>
  `${formatNumber(down)} of ${formatNumber(all)} enabled ${what} ${plural(down, { one: 'is', other: 'are' })} not connected.`

export const health = {
  title: 'Health',
  summary: (attention: number, unknown: number, fine: number) =>
    attention === 0 && unknown === 0
      ? 'All checks passed'
      : [
          plural(attention, { one: '1 needs attention', other: `${formatNumber(attention)} need attention` }),
          `${formatNumber(unknown)} unknown`,
          `${formatNumber(fine)} passed`,
        ].join(', '),
  checking: 'Running checks…',
  bad: 'Critical',
  warn: 'Warning',
  unknown: vocabulary.unknown,
  ok: 'OK',
  attention: 'Needs attention',
  cannotBeKnown: vocabulary.unknown,
  fine: vocabulary.passed,
  nothingToDo: 'No check needs attention.',
  evidence: 'Evidence',
  awaited: 'Waiting for the broker to answer',
  notReported: 'Not reported by this broker.',
  notAnswered: "Can't be checked: the broker did not give an answer.",
  refresh: 'Run checks again',

  strip: 'Health',
  stripAttention: (count: number) =>
    plural(count, {
      one: '1 check needs attention',
      other: `${formatNumber(count)} checks need attention`,
    }),
  stripCalm: (unknown: number) =>
    unknown === 0 ? 'All checks passed' : `No check needs attention, ${formatNumber(unknown)} unknown`,
  stripMore: (count: number) => `${formatNumber(count)} more`,
  allChecks: (count: number) => `All ${formatNumber(count)} checks`,

  password: 'Default password',
  passwordDefault: (username: string) => `${username} still has the default password.`,
  passwordSeen: 'This session was opened with it.',
  passwordConsequence:
    'The default password is public: anyone who can reach this page can administer the broker.',
  passwordOwn: (username: string) =>
    `${username} does not use the default password: this session was opened with another one.`,
  passwordNobody: 'No user has a user name that comes with a default password.',
  passwordUnknown: (users: string) => `Can't determine whether ${users} still has the default password.`,
  passwordUnknownWhy:
    'The broker never reports passwords, and Brokerdeck does not try them. Sign in as that user, or set a new password.',
  toUsers: vocabulary.users,

  anonymous: 'Anonymous access',
  anonymousAllowed: 'Clients connect without credentials.',
  anonymousRefused: (count: number) =>
    plural(count, {
      one: 'Clients must pass 1 authenticator.',
      other: `Clients must pass ${formatNumber(count)} authenticators.`,
    }),
  anonymousListeners: (count: number) =>
    plural(count, {
      one: '1 listener does not authenticate clients.',
      other: `${formatNumber(count)} listeners do not authenticate clients.`,
    }),
  noAuthenticators: 'No authenticator is configured.',
  authenticatorsOff: (count: number) =>
    plural(count, {
      one: 'The only authenticator is disabled.',
      other: `All ${formatNumber(count)} authenticators are disabled.`,
    }),
  listenerAsksNobody: (id: string, bind: string) =>
    `${id} on ${bind} does not authenticate (enable_authn is off)`,
  anonymousConsequence:
    'Anyone who can reach the listener can publish and subscribe within authorization limits.',

  certificates: 'Listener certificates',
  noTls: 'No enabled listener uses TLS, so none has a certificate.',
  certificatesGood: (count: number) =>
    plural(count, {
      one: 'The certificate is valid for more than 30 days.',
      other: `All ${formatNumber(count)} certificates are valid for more than 30 days.`,
    }),
  certificateExpired: 'A certificate has expired.',
  certificateSoon: 'A certificate expires within 30 days.',
  certificateUnknown: "Can't determine when some certificates expire.",
  expiredSince: (id: string, at: string) => `${id} expired at ${at}`,
  expiresAt: (id: string, at: string, left: string) => `${id} expires at ${at}, in ${left}`,
  expiryUntold: (id: string) =>
    `${id}: the broker keeps the certificate as a file and does not report its expiry`,
  certificateConsequence: 'Clients that check certificates cannot connect once it has expired.',

  nodes: vocabulary.nodes,
  nodesRun: (count: number) =>
    plural(count, {
      one: 'The only node is running.',
      other: `All ${formatNumber(count)} nodes are running.`,
    }),
  nodesAway: (away: string, all: string) => `${away} of ${all} nodes not running.`,
  nodeStopped: (node: string) => `${node} stopped`,
  nodeUnreported: (node: string, duration: string) => `${node} not reported for ${duration}`,
  nodesConsequence:
    'Its sessions and their queued messages are lost. Its clients reconnect to the other nodes. Its counters and history are missing from all sums and charts.',
  toNode: vocabulary.node,
  toNodes: vocabulary.nodes,

  versions: 'Versions',
  versionsSame: (version: string) => `All running nodes run ${version}.`,
  versionsDiffer: 'Nodes in the cluster run different versions.',
  nodeHas: (node: string, value: string) => `${node}: ${value}`,
  versionsConsequence:
    'Expected only during an upgrade: settings that some nodes do not support cannot be changed.',

  balance: 'Connections by node',
  balanceAlone: 'Only one node is running.',
  balanceFew: (count: number) => `Too few connections to compare nodes: ${formatNumber(count)}.`,
  balanced: 'No node has more than 1.5 × the average.',
  unbalanced: 'Connections are distributed unevenly.',
  balanceConsequence:
    'The busiest node reaches its limits first. Common after a restart: clients stay on their node.',

  configSync: 'Configuration of the nodes',
  configSynced: 'Every node applies the configuration of the cluster.',
  configStuck: (count: number) =>
    plural(count, {
      one: '1 node cannot apply configuration changes.',
      other: `${formatNumber(count)} nodes cannot apply configuration changes.`,
    }),
  configStuckOn: (node: string, message: string) => `${node}: ${message}`,
  configStuckConsequence: `Every later change waits for that node. Remove the cause there, such as a port in use, then run “emqx ctl conf cluster_sync status”. ${vocabulary.clusterSyncFix}`,
  configBehind: (count: number) =>
    plural(count, {
      one: '1 node is behind the configuration of the cluster.',
      other: `${formatNumber(count)} nodes are behind the configuration of the cluster.`,
    }),
  configChangeOf: (node: string, number: number) =>
    `${node}: configuration change ${formatNumber(number)} applied last`,
  configBehindConsequence:
    'Normal for a few seconds after a change. If the numbers stay different, the node runs on an older configuration: run “emqx ctl conf cluster_sync status” there before you change anything else.',
  listeners: vocabulary.listeners,
  listenersRun: (count: number) =>
    plural(count, {
      one: 'The only enabled listener is running on all nodes.',
      other: `All ${formatNumber(count)} enabled listeners are running on all nodes.`,
    }),
  listenersRunSome: (count: number) =>
    plural(count, {
      one: 'The only enabled listener is running on every running node.',
      other: `All ${formatNumber(count)} enabled listeners are running on every running node.`,
    }),
  listenersOff: (count: number) =>
    plural(count, { one: '1 listener is disabled', other: `${formatNumber(count)} listeners are disabled` }),
  listenersFail: (count: number) =>
    plural(count, {
      one: '1 enabled listener is not running on every node.',
      other: `${formatNumber(count)} enabled listeners are not running on every node.`,
    }),
  listenerStopped: (id: string, nodes: string) => `${id} is not running on ${nodes}`,
  listenersConsequence: 'Clients cannot connect to those nodes. Often another program uses the port.',
  toAuthentication: vocabulary.authentication,
  toListeners: vocabulary.listeners,

  connectors: vocabulary.connectors,
  noConnectors: 'No connectors are configured.',
  connectorsUp: (count: number) =>
    plural(count, {
      one: 'The only enabled connector is connected.',
      other: `All ${formatNumber(count)} enabled connectors are connected.`,
    }),
  connectorsDown: (down: number, all: number) =>
    notConnected(down, all, plural(all, { one: 'connector', other: 'connectors' })),
  downBrief: (what: string, down: string, all: string) => `${what}: ${down} of ${all} down`,
  connectorIs: (name: string, status: string, nodes: string) =>
    nodes === '' ? `${name} is ${status}` : `${name} is ${status}: ${nodes}`,
  connectorWhy: (state: string, reason: string) => `${state}. ${reason}`,
  connectorsConsequence:
    'Their actions lose messages: without a buffer at once, otherwise when one waits longer than its time to live or the buffer is full.',
  hooks: 'Hook servers',
  noHooks: 'No hook servers are configured.',
  hooksUp: (count: number) =>
    plural(count, {
      one: 'The only enabled hook server is connected.',
      other: `All ${formatNumber(count)} enabled hook servers are connected.`,
    }),
  hooksDown: (down: number, all: number) =>
    notConnected(down, all, plural(all, { one: 'hook server', other: 'hook servers' })),
  hookFailures: (name: string, count: number) =>
    plural(count, {
      one: `${name}: 1 call failed since the broker started`,
      other: `${name}: ${formatNumber(count)} calls failed since the broker started`,
    }),
  hooksConsequence:
    'The broker does not call a server that is not connected and refuses nothing because of it: clients and messages pass without its checks and changes.',
  toHooks: 'ExHook',
  actions: 'Actions and sources',
  noActions: 'No actions or sources are configured.',
  noActionsThatLose: 'No actions are configured.',
  actionsWork: (count: number) =>
    plural(count, {
      one: 'The only enabled one is connected.',
      other: `All ${formatNumber(count)} enabled ones are connected.`,
    }),
  actionsFail: (failing: number, all: number) =>
    notConnected(failing, all, plural(all, { one: 'action or source', other: 'actions and sources' })),
  actionsConsequence: 'Rule results are not delivered, or nothing is received from the other system.',
  losses: 'Messages to other systems',
  noLosses: 'Nothing waits, and nothing was dropped since you opened the console.',
  losesNothing: (count: number) =>
    plural(count, {
      one: '1 message waits in a buffer. None was dropped since you opened the console.',
      other: `${formatNumber(count)} messages wait in buffers. None was dropped since you opened the console.`,
    }),
  actionsLose: (count: number) =>
    plural(count, {
      one: '1 action drops messages.',
      other: `${formatNumber(count)} actions drop messages.`,
    }),
  buffersFill: (waiting: number) =>
    plural(waiting, {
      one: 'A buffer fills up: 1 message waits.',
      other: `A buffer fills up: ${formatNumber(waiting)} messages wait.`,
    }),
  lossIs: (id: string, count: number, time: string) =>
    plural(count, {
      one: `${id}: 1 message dropped in the last ${time}`,
      other: `${id}: ${formatNumber(count)} messages dropped in the last ${time}`,
    }),
  lossOf: (id: string, total: string) => `${id}: ${total} dropped since its counters were reset`,
  fillIs: (place: string, bytes: string, limit: string, share: string) =>
    `${place}: ${bytes} of ${limit} buffered, ${share}`,
  fullIn: (fill: string, time: string) => `${fill}, full in ${time}`,
  buffersRead: (read: string, waiting: string) =>
    `Buffers read so far: ${read} of ${waiting} actions with waiting messages`,
  lossConsequence:
    'A full buffer drops its oldest messages. The other system is too slow, or refuses them: the action shows why.',
  alarms: 'Alarms',
  noAlarms: 'No alarm is active.',
  alarmsActive: (count: number) =>
    plural(count, { one: '1 alarm is active.', other: `${formatNumber(count)} alarms are active.` }),
  alarmIs: (name: string, node: string, message: string) => `${name} on ${node}: ${message}`,
  moreAlarms: (count: number) => `and ${formatNumber(count)} more`,
  alarmsConsequence: 'The broker has detected a problem.',
  toAlarms: 'Alarms and what to do',
  memory: vocabulary.memory,
  memoryFree: 'Every machine has more than 15 % of its memory free.',
  memoryShort: 'A machine is running out of memory.',
  memoryUnknown: "The broker doesn't report the memory of its machines.",
  memoryIs: (node: string, used: string, total: string, share: string) =>
    `${node}: ${used} of ${total}, ${share}`,
  memoryConsequence: 'When memory runs out, the operating system stops the node, and its sessions are lost.',

  descriptors: 'File descriptors and processes',
  descriptorsFree: 'Every node has more than 20 % of both available.',
  descriptorsShort: 'A node will soon refuse new connections.',
  descriptorsUnknown: "The broker doesn't report its limits.",
  descriptorsAre: (node: string, used: string, limit: string) =>
    `${node}: ${used} connections, ${limit} file descriptors`,
  processesAre: (node: string, used: string, limit: string) => `${node}: ${used} of ${limit} processes`,
  descriptorsConsequence:
    'Every connection uses one of each. The operating system limits file descriptors (ulimit -n).',

  drops: 'Dropped messages',
  nothingLost: 'No messages lost since the nodes started.',
  nothingLostNow: (time: string) => `No messages lost since ${time}.`,
  losing: (rate: string, reason: string) =>
    `Losing ${rate} messages per second, mainly because of: ${reason}.`,
  losingBrief: (rate: string, reason: string) => `losing ${rate} messages/s: ${reason}`,
  lostLately: (count: number) =>
    plural(count, {
      one: '1 message lost in the last 10 minutes.',
      other: `${formatNumber(count)} messages lost in the last 10 minutes.`,
    }),
  dropIs: (reason: string, total: string, added: string, since: string) =>
    `${reason}: ${total} since the nodes started, ${added} since ${since}`,
  dropsConsequence:
    'Subscribers do not receive these messages. Usually they are too slow or were offline for too long.',
  toMetrics: 'Counters of dropped messages',

  license: vocabulary.license,
  noLicense: 'This edition needs no license.',
  licenseGood: 'Valid, with room for more sessions.',
  licenseUntil: (date: string) => `valid until ${date}`,
  licenseSessions: (used: string, limit: string) => `${used} of ${limit} sessions`,
  licenseOver: 'The license has expired.',
  licenseEnds: (left: string) => `The license ends in ${left}.`,
  licenseFull: 'The session limit of the license is reached.',
  licenseUsed: 'The session limit of the license is nearly reached.',
  licenseConsequence: 'New clients are refused once the license has expired or its session limit is reached.',
  toLicense: vocabulary.license,

  disk: 'Disk',
  diskUnknown: "Can't determine the disk usage.",
  diskUnknownWhy: 'The API does not report disk usage. Check it on the machines.',
  diskFailed: 'The broker could not write.',
  diskConsequence: 'Changes made since then are lost at the next restart.',
}
