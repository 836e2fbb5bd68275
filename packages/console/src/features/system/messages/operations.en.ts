import { formatNumber, plural } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.en.ts'

const clients = (count: number) => plural(count, { one: '1 client', other: `${formatNumber(count)} clients` })
const sessions = (count: number) =>
  plural(count, { one: '1 session', other: `${formatNumber(count)} sessions` })

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
  perSecond: '/s',
  waitHealthCheck: 'Wait before the first client',
  waitHealthCheckHelp: 'Time for load balancers to notice that the node takes no new clients.',
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
    `This disconnects ${clients(connected)} and moves up to ${sessions(kept)} to other nodes, in about ${time}. The node refuses new clients until you stop the evacuation, also after a restart.`,
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
  ratesText: (conn: string, sess: string) => `${conn} clients/s, ${sess} sessions/s`,
  remaining: 'Time left',
  atMost: (time: string) => `about ${time}`,
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
