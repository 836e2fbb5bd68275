import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const nodes = {
  title: vocabulary.nodes,
  summary: (running: number, away: number) =>
    away === 0
      ? `${formatNumber(running)} running`
      : `${formatNumber(running)} running, ${formatNumber(away)} not running`,
  otherVersion: 'differs',

  overview: vocabulary.overview,
  figures: 'Node metrics',
  scope: (node: string) => `Node ${node}`,
  unknownTitle: (node: string) => `There is no node ${node} in the cluster`,
  unknownText:
    'It may have left the cluster, or the link is wrong. A replicant that is stopped is not listed either.',
  stoppedTitle: (node: string) => `${node} is stopped`,
  stoppedText:
    'The other nodes know nothing of it but its name and role. Its sessions, its alarms and its counters are gone until it starts again.',
  toNodes: 'All nodes',
  up: (duration: string) => `up ${duration}`,

  properties: 'Properties',
  general: 'General',
  name: vocabulary.name,
  version: vocabulary.version,
  edition: 'Edition',
  erlang: 'Erlang/OTP',
  erlangMeaning: 'Release of Erlang/OTP and, after the slash, of its virtual machine.',
  uptime: 'Uptime',
  startedAt: 'Started',
  resources: 'Resources',
  processes: 'Erlang processes',
  processesOf: (used: string, limit: string) => `${used} of ${limit}`,
  maxFds: 'File descriptors',
  maxFdsMeaning:
    'How many files and sockets the operating system allows this node to open; each connection takes one.',
  maxFdsValue: (limit: string) => `${limit} at most`,
  clusterSessions: 'Sessions in the cluster',
  clusterSessionsMeaning: 'Sessions of the whole cluster, as this node counts them.',
  paths: 'Paths',
  systemPath: 'System',
  logPath: 'Log',

  listeners: vocabulary.listeners,
  allListeners: 'All listeners',
  listener: vocabulary.listener,
  bind: vocabulary.bind,
  listenerStatus: vocabulary.status,
  listenerConnections: 'Connections on this node',
  listenerRunning: vocabulary.running,
  listenerFailed: vocabulary.notRunning,
  listenerDisabled: vocabulary.disabled,

  statistics: 'Statistics',
  statisticsCaption: 'now, and the most since the node started',
  statistic: 'Statistic',
  now: 'Now',
  highWater: 'High-water mark',
  statisticsFailed: 'The statistics could not be loaded',

  'stat.connections': 'Sessions on this node, connected or not',
  'stat.live_connections': 'Clients connected to this node',
  'stat.sessions': 'Sessions on this node, as the session registry counts them',
  'stat.cluster_sessions': 'Sessions in the whole cluster, as this node counts them',
  'stat.channels': 'Connections and sessions that hold a channel process',
  'stat.subscriptions': 'Subscriptions of the sessions on this node, shared ones included',
  'stat.subscriptions.shared': 'Shared subscriptions, counted for the cluster',
  'stat.subscribers': 'Subscribers on this node, one per session and topic filter',
  'stat.suboptions': 'Stored subscription options, one per subscription',
  'stat.topics': 'Topic filters that somebody in the cluster subscribes to',
  'stat.retained': 'Retained messages in the cluster',
  'stat.delayed': 'Messages waiting for their delayed publishing',
  'stat.durable_subscriptions': 'Subscriptions of durable sessions in the cluster',
}

export const nodePicker = {
  scope: 'Cluster or node',
  cluster: vocabulary.cluster,
  stopped: (node: string) => `${node} (stopped)`,
  unknown: (node: string) => `${node} (not in the cluster)`,
}
