import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const listeners = {
  title: vocabulary.listeners,
  label: 'Listeners',
  summary: 'Where clients connect to the broker',
  create: 'Create listener',
  createTitle: 'Create listener',
  name: vocabulary.name,
  type: vocabulary.type,
  bind: vocabulary.bind,
  state: vocabulary.state,
  stateDefinition: 'Whether the listener takes connections on all nodes that should have it.',
  enabled: vocabulary.enabled,
  yes: vocabulary.yes,
  no: vocabulary.no,
  connections: 'Connections',
  connectionsDefinition: 'Connections of all nodes, and how many they may have together.',
  acceptors: vocabulary.acceptors,
  nodes: vocabulary.nodes,
  running: vocabulary.running,
  notRunning: vocabulary.notRunning,
  disabled: vocabulary.disabled,
  stopped: vocabulary.stopped,
  stoppedOn: (nodes: string) => `Stopped on ${nodes}`,
  ofNodes: (running: number, all: number) => `${formatNumber(running)} of ${formatNumber(all)} nodes`,
  nodesOf: (id: string) => `Nodes of ${id}`,
  used: (now: string, limit: string) => `${now} / ${limit}`,
  unlimited: 'unlimited',
  connectionLimit: (limit: string) => `Connections, limit ${limit}`,
  edit: vocabulary.edit,
  start: 'Start',
  stop: vocabulary.stop,
  restart: 'Restart',
  remove: vocabulary.delete,
  runsAlready: 'It runs on every node already.',
  isDisabled: 'It is disabled already.',
  startInstead: 'It is disabled: start it instead.',
  stopTitle: (id: string) => `Disable ${id}?`,
  stopBody: (connections: number) =>
    connections === 0
      ? 'Disabling a listener closes its connections; it has none now. It stays disabled until somebody starts it, over restarts of the broker too.'
      : `Disabling a listener closes its connections: ${connections === 1 ? 'one client is' : `${formatNumber(connections)} clients are`} disconnected. It stays disabled until somebody starts it, over restarts of the broker too.`,
  restartTitle: (id: string) => `Restart ${id}?`,
  restartBody:
    'EMQX 5.8 sets the options of the listener again on every node. Connected clients stay connected. To close the listener and open it again, use “Stop and start”.',
  reopen: 'Stop and start…',
  reopenTitle: (id: string) => `Stop and start ${id}?`,
  reopenBody: (connections: number) =>
    connections === 0
      ? 'The listener closes and opens again on every node. It has no connections now.'
      : `The listener closes and opens again on every node: ${connections === 1 ? 'one client is' : `${formatNumber(connections)} clients are`} disconnected and can come back at once.`,
  reopenAction: 'Stop and start',
  reopened: (id: string) => `${id} was stopped and started.`,
  notReopened: (id: string) => `${id} was stopped and could not be started: it takes no connections.`,
  removeTitle: vocabulary.confirmDelete,
  removeBody: (id: string, connections: number) =>
    connections === 0
      ? `The listener ${id} and its settings are removed from every node. It has no connections now.`
      : `The listener ${id} and its settings are removed from every node, and ${connections === 1 ? 'one client is' : `${formatNumber(connections)} clients are`} disconnected.`,
  started: (id: string) => `${id} was started.`,
  stoppedDone: (id: string) => `${id} was disabled.`,
  restarted: (id: string) => `${id} was restarted.`,
  removed: (id: string) => `${id} was deleted.`,
  created: 'The listener was created.',
  updated: 'The listener was updated.',
  absentTitle: 'There is no such listener',
  absentText: 'It was deleted, or its name is spelled differently.',
  toList: 'All listeners',
  emptyTitle: 'No listeners',
  emptyText: 'Without a listener no client can connect.',
  accessRule:
    'Please enter allow or deny, then all, an IP address or a network: “allow 10.0.0.0/8”. Host names are not supported.',
  anyPort: 'With port 0 each node picks a free port, a different one after every start.',
  syncTitle: 'Not every node applies the configuration',
  nodeStuck: (node: string, message: string) => `${node} cannot apply configuration changes: ${message}`,
  listenerMissing: (id: string, nodes: string) => `${id} does not run on ${nodes}.`,
  syncAdvice:
    'Often another program uses the port on that node. The node then applies no configuration change, and every later change waits without an answer. Free the port there, or change the listener, then check on that node whether it caught up:',
  syncCommands: 'Command that checks the configuration of the nodes',
  syncFix: vocabulary.clusterSyncFix,
  portInUse: 'This address and port are in use on the node that answered.',
  addressUnknown: 'The node that answered has no such address.',
  portForbidden: 'The broker may not open this port.',
  badPem: 'The broker cannot read this as PEM.',
  nameTaken: 'There is a listener of this type and name already.',
}
