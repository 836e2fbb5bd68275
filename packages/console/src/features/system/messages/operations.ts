import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

const clients = (count: number) => plural(count, { one: '1 client', other: `${formatNumber(count)} clients` })
const sessions = (count: number) =>
  plural(count, { one: '1 session', other: `${formatNumber(count)} sessions` })

const shards = (count: number) => plural(count, { one: '1 shard', other: `${formatNumber(count)} shards` })

export const durable = {
  title: 'Durable Storage',
  part: 'Durable storage',
  tabs: 'Parts of durable storage',
  storages: 'Storages',
  sites: 'Sites',
  queues: 'Durable queues',

  offTitle: 'Durable storage is switched off',
  offText:
    'This cluster stores no sessions and messages durably: sessions live in the memory of their node. Only the configuration file switches it on, and every node has to be restarted.',
  queuesOffTitle: 'Durable queues are switched off',
  queuesOffText:
    'Groups of shared subscribers have no durable queues here. Queues need durable sessions. Only the configuration file switches both on, and every node has to be restarted.',
  offEmbedded: 'The embedded broker stores nothing durably.',
  configuration: 'Lines for emqx.conf on every node',

  node: vocabulary.node,
  status: vocabulary.status,
  site: 'Site',
  shard: 'Shard',
  allShards: 'Shards',
  replicas: 'Replicas',
  up: 'up',
  down: 'down',
  lost: 'lost',
  noReplicas: vocabulary.none,
  pending: 'Waiting for the first shard',
  unread: vocabulary.unknown,
  shards,
  changing: (all: number, moving: number) => `${shards(all)}, ${formatNumber(moving)} changing`,
  summary: (storages: string, up: number, all: number) =>
    `${storages}, ${formatNumber(up)} of ${plural(all, { one: '1 site', other: `${formatNumber(all)} sites` })} up`,
  storageCount: (count: number) =>
    plural(count, { one: '1 storage', other: `${formatNumber(count)} storages` }),
  moreStorages: (count: number) =>
    plural(count, { one: '1 more storage', other: `${formatNumber(count)} more storages` }),
  siteSummary: (up: string, all: string) => `${up} of ${all} up`,
  ofStorage: (storage: string) => `Sites of ${storage}`,
  shardsOf: (storage: string) => `Shards of ${storage}`,

  join: 'Add replicas…',
  joinTitle: (storage: string, site: string) => `Put replicas of ${storage} on ${site}?`,
  joinBody: (count: number) =>
    `The site gets a replica of each of ${shards(count)}. The cluster copies their data there, which takes disk, network and time.`,
  joinAction: 'Add replicas',
  leave: 'Remove replicas…',
  leaveTitle: (storage: string, site: string) => `Remove the replicas of ${storage} from ${site}?`,
  leaveBody: (left: number) =>
    `The site loses its data of this storage. ${plural(left, {
      one: 'Only 1 site keeps the data afterwards: without it, everything stored is lost.',
      other: `${formatNumber(left)} sites keep the data afterwards.`,
    })}`,
  leaveAction: 'Remove replicas',
  lastSite: 'This is the last site with replicas: its data would be lost.',
  accepted: 'The cluster has accepted the change and is carrying it out',
  choose: 'Choose sites…',
  chooseTitle: (storage: string) => `Sites of ${storage}`,
  chooseHelp: 'Each chosen site has a replica of every shard.',
  chooseImpact: (added: string, removed: string) =>
    `Replicas are copied to: ${added}. Replicas are removed from: ${removed}.`,
  noSites: 'none',
  atLeastOne: 'Choose at least one site',
  replicasChanged: 'Somebody has changed the replicas meanwhile. Close this dialog and look at them again.',
  apply: vocabulary.apply,

  group: 'Group',
  groupHelp: 'Clients read the queue by subscribing to $share/group/topic.',
  groupRequired: 'Please enter a group',
  groupWrong: 'A group must not contain / + #',
  topic: vocabulary.topic,
  startTime: 'Keeps messages since',
  created: vocabulary.created,
  createQueue: 'Create queue…',
  createQueueTitle: 'Create a durable queue',
  create: vocabulary.create,
  queueCreated: 'The queue has been created',
  from: 'Keep messages',
  fromNow: 'From now on',
  fromBeginning: 'All that are stored',
  fromMoment: 'Since a moment',
  moment: 'Since',
  deleteQueue: vocabulary.deleteAsking,
  deleteTitle: (queue: string) => `Delete the queue ${queue}?`,
  deleteBody:
    'What its subscribers have read is forgotten. Subscribers of the group get no more messages from this queue.',
  deleteAction: vocabulary.delete,
  notAddressable: 'The API cannot address a queue with this name.',
  queueDeleted: 'The queue has been deleted',
  emptyTitle: 'No queues',
  emptyText:
    'A queue keeps messages for a group of shared subscribers, also while none of them is connected.',
}

export const loadRebalance = {
  title: 'Evacuation & Rebalancing',
  part: 'Moving clients between nodes',
  idle: 'No operation is running',
  running: (count: number) =>
    plural(count, { one: '1 operation is running', other: `${formatNumber(count)} operations are running` }),
  healthCheck:
    'A load balancer can ask each node at this path. The node answers 503 while it gives its clients away, and 200 otherwise.',
  nodes: vocabulary.nodes,

  evacuate: 'Evacuate…',
  evacuateTitle: (node: string) => `Evacuate ${node}`,
  start: 'Start',
  notStarted: 'Nothing was started.',
  started: (node: string) => `The evacuation of ${node} has started`,
  notRunning: 'The node is stopped.',
  busy: 'An operation is running on this node.',
  alone: 'There is no other running node to take the clients.',

  rebalance: 'Rebalance…',
  rebalanceTitle: 'Rebalance the cluster',
  rebalanceStarted: 'The rebalancing has started',
  busyCluster: 'An operation is running already.',

  connRate: 'Disconnect clients',
  sessRate: 'Move sessions',
  perSecond: vocabulary.perSecond,
  waitHealthCheck: 'Wait before the first client',
  waitHealthCheckHelp:
    'Time for load balancers to notice that the node is to be left. It still accepts clients.',
  waitTakeover: 'Wait for clients to return',
  waitTakeoverHelp:
    'Time between the last disconnected client and the first moved session. A client that returns takes its session with it.',
  redirectTo: 'Server reference',
  redirectToHelp:
    'The DISCONNECT to MQTT 5 clients names it: host:port, several with blanks between them. Other clients learn of no address.',
  redirectToWrong: 'Please enter host:port, several with blanks between them',
  migrateTo: 'Move sessions to',
  migrateToHelp: 'Empty: all other running nodes.',
  absConn: 'Client threshold',
  relConn: 'Client ratio',
  absSess: 'Session threshold',
  relSess: 'Session ratio',
  absHelp: 'Nodes give only while they have more than this above the others on average.',
  relHelp: 'Nodes give only while they have more than this times what the others have on average.',
  twoNodes: 'Choose at least two nodes',

  evacuationImpact: (connected: number, kept: number, time: string) =>
    `This disconnects ${clients(connected)} and moves up to ${sessions(kept)} to other nodes, in about ${time}. From the first disconnected client on, the node refuses new ones until you stop the evacuation, also after a restart.`,
  clientsSee:
    'MQTT 5 clients see DISCONNECT with reason 0x9C (use another server). Clients that try to connect to the node are refused with 0x97 (quota exceeded), those of MQTT 3 with return code 3.',
  balanced:
    'Nothing to balance: with these thresholds the broker refuses to start. Lower them to even out smaller differences.',
  plan: (donors: string, from: number, recipients: string, to: number) =>
    `${donors} give: ${clients(from)} each on average. ${recipients} receive: ${clients(to)} each on average. Every second each giving node disconnects clients until the thresholds hold, and takes no new ones meanwhile.`,

  evacuation: (node: string) => `Evacuation of ${node}`,
  rebalancing: (node: string) => `Rebalancing, led by ${node}`,
  purge: (node: string) => `Purge of ${node}`,
  purgeNote:
    'Sessions are deleted with the messages that wait in them. A purge cannot be started or stopped over the API of this broker: use its command line.',
  state: vocabulary.state,
  'state.wait_health_check': 'Waiting for load balancers',
  'state.evicting_conns': 'Disconnecting clients',
  'state.wait_takeover': 'Waiting for clients to return',
  'state.evicting_sessions': 'Moving sessions',
  'state.prohibiting': 'Empty, refuses new clients',
  'state.purging': 'Deleting sessions',
  clientsLeft: 'Clients left',
  sessionsLeft: 'Sessions left',
  left: (now: string, before: string) => `${now} of ${before}`,
  rates: 'Rates',
  ratesText: (conn: string, sess: string) => `clients ${conn} /s, sessions ${sess} /s`,
  remaining: 'Time left',
  atMost: (time: string) => `about ${time}`,
  beforeWait: (time: string) => `about ${time}, without the wait for clients to return`,
  donors: 'Giving nodes',
  recipients: 'Receiving nodes',
  average: 'Clients per giving node',
  averageText: (now: string, goal: string) => `${now} on average, ${goal} on the receiving nodes`,

  stop: 'Stop…',
  stopEvacuation: 'Stop evacuation…',
  stopAction: vocabulary.stop,
  stopEvacuationTitle: (node: string) => `Stop the evacuation of ${node}?`,
  stopEvacuationBody:
    'The node takes new clients again. Clients and sessions that have left stay where they are.',
  evacuationStopped: (node: string) => `The evacuation of ${node} has been stopped`,
  stopRebalanceTitle: 'Stop the rebalancing?',
  stopRebalanceBody:
    'The giving nodes take new clients again. Clients and sessions that have left stay where they are.',
  rebalanceStopped: 'The rebalancing has been stopped',
}

export const relup = {
  title: 'Hot Upgrade',
  part: 'Hot upgrade',
  summary: (count: number, versions: string) =>
    plural(count, { one: `1 node runs ${versions}`, other: `${formatNumber(count)} nodes run ${versions}` }),
  nodes: vocabulary.nodes,
  node: vocabulary.node,
  status: vocabulary.status,
  idle: 'Idle',
  inProgress: 'Upgrading',
  role: vocabulary.role,
  core: 'Core',
  replicant: 'Replicant',
  version: vocabulary.version,
  connections: 'Live connections',
  last: 'Last upgrade',
  never: vocabulary.none,
  toVersion: (target: string) => `To ${target}`,
  succeeded: (target: string) => `To ${target}: success`,
  failed: (target: string) => `To ${target}: failed.`,

  upgrade: 'Upgrade…',
  upgradeAll: 'Upgrade all nodes…',
  upgradeAction: 'Upgrade',
  upgradeTitle: (node: string, target: string) => `Upgrade ${node} to ${target}?`,
  upgradeAllTitle: (count: number, target: string) =>
    plural(count, {
      one: `Upgrade 1 node to ${target}?`,
      other: `Upgrade ${formatNumber(count)} nodes to ${target}?`,
    }),
  consequences: (connected: number) =>
    `The code is exchanged while the broker runs, with ${clients(connected)} connected. Whether they stay connected if the upgrade fails is unknown. There is no way back over the API.`,
  unfit: (nodes: string) => `The package does not name the version of ${nodes}: the broker refuses it there.`,
  allAtOnce: 'All running nodes are upgraded at once: upgrade one node first to try the package.',
  started: (node: string) => `The upgrade of ${node} has started`,
  startedAll: 'The upgrade of all nodes has started',
  noPackage: 'Upload a package first.',
  noNodes: 'No node has reported its version.',
  underWay: 'An upgrade is in progress.',

  records: 'Upgrade records…',
  noRecords: 'This node has not been upgraded.',
  recordsTitle: (node: string) => `Upgrades of ${node}`,
  fromTo: (from: string, target: string) => `${from} → ${target}`,
  startedAt: 'Started',
  finishedAt: 'Finished',
  result: 'How it ended',
  close: vocabulary.close,

  package: 'Upgrade package',
  hint: 'A file named emqx_relup-<version>.tar.gz. The broker starts its code on every node when it takes it, so use only packages from EMQ.',
  wrongName: 'The file must be named emqx_relup-<version>.tar.gz.',
  upload: vocabulary.upload,
  uploaded: 'The package has been uploaded',
  badPackage: 'The package does not match its file name, or is damaged.',
  alreadyThere: 'There is a package already. Delete it before you upload another one.',
  remove: vocabulary.deleteAsking,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeBody:
    'The broker stops the code of the package and deletes it on every node. Nodes that have been upgraded keep their version.',
  removeAction: vocabulary.delete,
  removed: 'The package has been deleted',
  name: vocabulary.name,
  target: 'Target version',
  applicable: 'For versions',
  built: 'Built',
  otp: 'Erlang/OTP release',
  checksum: 'MD5 checksum',
  changes: 'Changes',
  noChanges: 'The package names no changes.',
}
