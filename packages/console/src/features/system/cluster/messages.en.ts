import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

export const en = {
  title: 'Cluster',
  summary: (name: string, nodes: number) =>
    `${name}, ${plural(nodes, { one: '1 node', other: `${formatNumber(nodes)} nodes` })} running`,

  members: 'Nodes',
  answers: 'answers',
  exportName: 'cluster',

  topology: 'Topology',
  topologyCaption: 'core nodes keep the data, replicants follow one of them',
  noReplicants: 'No replicants',
  replicantsOf: (core: string) => `Replicants of ${core}`,
  streams: (count: string) => `${count} streams`,
  topologyFailed: 'The topology could not be loaded',

  invite: 'Invite node',
  inviteAction: 'Invite',
  nodeName: 'Node name',
  nodeNameRequired: 'Node name is required',
  nodeNameHelp:
    'As the node calls itself: name@host. It must run the same version, share the cookie of this cluster, and be reachable from the node that answers.',
  nodeNameWrong: 'Please enter a node name such as emqx@10.0.0.5',
  inviteImpact:
    'The node gives up what it has by itself (its clients, sessions and settings) and takes over those of this cluster.',
  invited: (node: string) => `${node} has been invited`,
  invitations: 'Invitations',
  invitationsCaption: 'the last one of each node, since the node that answers has started',
  inProgress: 'In progress',
  joined: 'Joined',
  failed: 'Failed',
  begun: (ago: string) => `begun ${ago}`,
  nodedown: 'The node does not answer: it is stopped, has another name or cookie, or cannot be reached.',

  openNode: 'Open node',
  leave: 'Remove from the cluster',
  leaveSelf: 'This node answers the console. Connect the console to another node to remove it.',
  leaveTitle: (node: string) => `Remove ${node} from the cluster?`,
  leaveRunning: (connections: string, sessions: string) =>
    `This disconnects ${connections} and ends ${sessions} with all messages that wait there.`,
  connections: (count: number, shown: string) =>
    plural(count, { one: '1 client', other: `${shown} clients` }),
  sessions: (count: number, shown: string) => plural(count, { one: '1 session', other: `${shown} sessions` }),
  leaveStopped:
    'It is stopped, so nobody is connected to it. It does not come back when it is started again.',
  leaveAfter:
    'Clients come back through the nodes that stay, if they know them. The node can be invited again later.',
  leaveAction: 'Remove',
  left: (node: string) => `${node} has left the cluster`,
}
