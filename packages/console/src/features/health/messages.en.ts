import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Health',
  summary: (attention: number, unknown: number, fine: number) =>
    `${attention} to look at, ${unknown} that cannot be known, ${fine} fine`,
  checking: 'Checking …',
  checks: 'Health checks',
  bad: 'Bad',
  warn: 'Attention',
  unknown: 'Unknown',
  ok: 'Fine',
  attention: 'To look at',
  cannotBeKnown: 'Cannot be known',
  fine: 'Fine',
  nothingToDo: 'No check asks for anything to be done.',
  evidence: 'Seen by',
  awaited: 'Waiting for the answer of the broker',
  notTold: 'This broker does not tell.',
  refresh: 'Check again',

  password: 'Default password',
  passwordDefault: (username: string) => `${username} still has the default password.`,
  passwordSeen: 'This session was opened with it.',
  passwordConsequence: 'It is printed in every manual: whoever reaches this page administers the broker.',
  passwordOwn: (username: string) => `${username} has another password: this session was opened with it.`,
  passwordNobody: 'No user has a name that comes with a default password.',
  passwordUnknown: (users: string) => `Whether ${users} still has the default password is not known.`,
  passwordUnknownWhy:
    'The broker never tells passwords, and Brokerdeck does not try them out. Sign in as that user to know, or set a new password.',
  toUsers: 'Users',

  anonymous: 'Anonymous access',
  anonymousAllowed: 'Clients connect without credentials.',
  anonymousRefused: (count: number) =>
    plural(count, {
      one: 'Clients must pass 1 authenticator.',
      other: `Clients must pass ${count} authenticators.`,
    }),
  anonymousListeners: (count: number) =>
    plural(count, {
      one: '1 listener lets everybody in.',
      other: `${count} listeners let everybody in.`,
    }),
  noAuthenticators: 'There is no authenticator.',
  authenticatorsOff: (count: number) =>
    plural(count, {
      one: 'The only authenticator is disabled.',
      other: `All ${count} authenticators are disabled.`,
    }),
  listenerAsksNobody: (id: string, bind: string) =>
    `${id} on ${bind} does not authenticate (enable_authn is off)`,
  anonymousConsequence:
    'Whoever reaches a listener can read and send messages as far as authorization lets him.',

  certificates: 'Certificates of listeners',
  noTls: 'No enabled listener uses TLS, so none has a certificate.',
  certificatesGood: (count: number) =>
    plural(count, {
      one: 'The certificate is good for more than 30 days.',
      other: `All ${count} certificates are good for more than 30 days.`,
    }),
  certificateExpired: 'A certificate has expired.',
  certificateSoon: 'A certificate expires within 30 days.',
  certificateUnknown: 'The expiry of some certificates is not known.',
  expiredSince: (id: string, at: string) => `${id} expired at ${at}`,
  expiresAt: (id: string, at: string, left: string) => `${id} expires at ${at}, in ${left}`,
  expiryUntold: (id: string) => `${id}: kept as a file by the broker, which does not tell its expiry`,
  certificateConsequence: 'Clients that check certificates cannot connect once it has expired.',

  nodes: 'Nodes',
  nodesRun: (count: number) =>
    plural(count, { one: 'The only node runs.', other: `All ${count} nodes run.` }),
  nodesStopped: (stopped: number, all: number) => `${stopped} of ${all} nodes stopped.`,
  nodesConsequence:
    'Its sessions are gone, and the others carry its clients. Messages that waited there are lost.',
  toNodes: 'Nodes',

  versions: 'Versions',
  versionsSame: (version: string) => `All running nodes have ${version}.`,
  versionsDiffer: 'Nodes in the cluster run different versions.',
  nodeHas: (node: string, value: string) => `${node}: ${value}`,
  versionsConsequence:
    'Meant for the time of an upgrade only: a setting that not all nodes know cannot be changed.',

  balance: 'Connections by node',
  balanceAlone: 'One node runs, so it has all connections.',
  balanceFew: (count: number) => `Too few connections to compare nodes by: ${count}.`,
  balanced: 'No node has more than one and a half times its share.',
  unbalanced: 'The connections are spread unequally.',
  balanceConsequence:
    'One node works more than the others and is full first. Usual after a restart: clients stay where they are.',

  listeners: 'Listeners',
  listenersRun: (count: number) =>
    plural(count, {
      one: 'The only enabled listener runs on all its nodes.',
      other: `All ${count} enabled listeners run on all their nodes.`,
    }),
  listenersOff: (count: number) =>
    plural(count, { one: '1 listener is disabled', other: `${count} listeners are disabled` }),
  listenersFail: (count: number) =>
    plural(count, {
      one: '1 enabled listener does not run everywhere.',
      other: `${count} enabled listeners do not run everywhere.`,
    }),
  listenerStopped: (id: string, nodes: string) => `${id} does not run on ${nodes}`,
  listenersConsequence:
    'Clients that are sent to such a node are refused there. Often another program has the port.',
  toAuthentication: 'Authentication',
  toListeners: 'Listeners',

  connectors: 'Connectors',
  noConnectors: 'There are no connectors.',
  connectorsUp: (count: number) =>
    plural(count, {
      one: 'The only enabled connector is connected.',
      other: `All ${count} enabled connectors are connected.`,
    }),
  connectorsDown: (down: number, all: number) => `${down} of ${all} enabled connectors are not connected.`,
  connectorIs: (name: string, status: string, nodes: string) =>
    nodes === '' ? `${name} is ${status}` : `${name} is ${status}: ${nodes}`,
  connectorsConsequence: 'Their actions keep messages in a buffer, and drop them when it is full.',

  alarms: 'Alarms',
  noAlarms: 'No alarm is active.',
  alarmsActive: (count: number) =>
    plural(count, { one: '1 alarm is active.', other: `${count} alarms are active.` }),
  alarmIs: (name: string, node: string, message: string) => `${name} on ${node}: ${message}`,
  moreAlarms: (count: number) => `and ${count} more`,
  alarmsConsequence: 'The broker itself finds that something is wrong.',
  toAlarms: 'Alarms and what to do',

  memory: 'Memory',
  memoryFree: 'Every machine has more than 15 % of its memory left.',
  memoryShort: 'A machine has little memory left.',
  memoryUnknown: 'The broker cannot measure the memory of its machines.',
  memoryIs: (node: string, used: string, total: string, share: string) =>
    `${node}: ${used} of ${total}, ${share}`,
  memoryConsequence: 'The operating system ends a node that finds no more memory, with all its sessions.',

  descriptors: 'File descriptors and processes',
  descriptorsFree: 'Every node has more than 20 % of both left.',
  descriptorsShort: 'A node will soon take no more connections.',
  descriptorsUnknown: 'The broker cannot tell its limits.',
  descriptorsAre: (node: string, used: string, limit: string) =>
    `${node}: ${used} connections, ${limit} file descriptors`,
  processesAre: (node: string, used: string, limit: string) => `${node}: ${used} of ${limit} processes`,
  descriptorsConsequence:
    'Every connection takes one of each. The limit of file descriptors is set by the operating system (ulimit -n).',

  drops: 'Dropped messages',
  nothingLost: 'No message was lost since the nodes started.',
  nothingLostNow: 'No message was lost while this page was open.',
  messagesLost: (count: number) =>
    plural(count, {
      one: '1 message was lost while this page was open.',
      other: `${count} messages were lost while this page was open.`,
    }),
  dropIs: (reason: string, total: string, fresh: string) =>
    `${reason}: ${total} since the start, ${fresh} now`,
  dropsConsequence:
    'Subscribers do not get what they subscribed to: mostly they are too slow or too long away.',
  toMetrics: 'Counters of dropped messages',

  license: 'License',
  noLicense: 'This edition needs no license.',
  licenseGood: 'Valid, with room for more sessions.',
  licenseUntil: (date: string) => `valid until ${date}`,
  licenseSessions: (used: string, limit: string) => `${used} of ${limit} sessions`,
  licenseOver: 'The license has expired.',
  licenseEnds: (left: string) => `The license ends in ${left}.`,
  licenseFull: 'All sessions that the license allows are used up.',
  licenseUsed: 'The sessions that the license allows are nearly used up.',
  licenseConsequence: 'New clients are refused once it has ended or its sessions are used up.',
  toLicense: 'License',

  disk: 'Disk',
  diskUnknown: 'How full the disks are is not known.',
  diskUnknownWhy: 'No answer of the API tells it. Look at the machines themselves.',
  diskFailed: 'The broker could not write.',
  diskConsequence: 'What has changed since is gone at the next restart.',
}
