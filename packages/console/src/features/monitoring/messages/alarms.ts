import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const alarms = {
  title: 'Alarms',
  summary: 'What the nodes find wrong with themselves',
  settings: 'Alarm settings',
  active: 'Active',
  history: 'History',
  activeLabel: vocabulary.activeAlarms,
  historyLabel: 'Past alarms',
  name: vocabulary.name,
  inWords: 'Alarm',
  level: vocabulary.level,
  levelMeaning:
    'The broker gives no level. Critical: messages or connections may be lost. Warning: gets worse unless something is done.',
  critical: 'Critical',
  warning: 'Warning',
  unrated: 'Not rated',
  message: vocabulary.message,
  node: vocabulary.node,
  since: 'Since',
  raised: 'Raised',
  ended: 'Ended',
  duration: 'Duration',
  details: vocabulary.details,
  explain: 'Explain',
  explainOne: (name: string, node: string) => `Explain ${name} of ${node}`,
  alarmOf: (name: string, node: string) => `${name} of ${node}`,
  noneActive: 'No alarm is active',
  noneActiveText: 'A node raises one when a threshold is passed or something it needs fails.',
  nonePast: 'No past alarms',
  nonePastText: 'Alarms that have ended are kept for a while, as the alarm settings say.',

  meaning: 'What it means',
  advice: 'What to do',
  seeAlso: 'More:',
  said: 'What the node says',
  allDetails: 'All as JSON',
  detailCount: (count: number) => plural(count, { one: '1 detail', other: `${formatNumber(count)} details` }),

  deactivateAsk: 'Deactivate…',
  deactivate: 'Deactivate',
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateBody: (node: string) =>
    `The alarm of ${node} goes to the history, whatever its cause does. If the cause remains, the alarm returns at the next check. The request works only on the node that receives it.`,
  deactivated: 'The alarm is deactivated',
  otherNode: (node: string, self: string) =>
    `Only ${node} can end its alarm, and ${self} answers here. Open the console through ${node}.`,

  clearAsk: 'Clear history…',
  clear: vocabulary.clear,
  clearTitle: 'Clear the history of alarms?',
  clearBody: (count: number, shown: string) =>
    `${plural(count, {
      one: 'One past alarm is',
      other: `${shown} past alarms are`,
    })} deleted on all nodes and cannot be brought back. Active alarms stay.`,
  cleared: 'The history of alarms is cleared',
  nothingToClear: 'There is nothing to clear.',

  toNodes: vocabulary.nodes,
  toCluster: vocabulary.cluster,
  toLicense: vocabulary.license,
  toClients: vocabulary.clients,
  toClient: 'The client',
  toListeners: vocabulary.listeners,
  toLimiter: 'Limiter',
  toSubscriptions: vocabulary.subscriptions,
  toConfiguration: vocabulary.configuration,
  toLog: 'Logging',
  toMonitoring: 'Monitoring integration',
  toRules: vocabulary.rules,
  rulesNamed: 'Rules that the broker names:',

  cpuMeaning: "The processors of the node's machine are busier than the upper mark of the alarm settings.",
  cpuAdvice:
    'Compare the message rates of the nodes and look for clients that reconnect again and again. Spread clients over more nodes, or give the machine more processors.',
  memoryMeaning:
    "The memory of the node's machine is used beyond the mark of the alarm settings. A machine out of memory kills the broker.",
  memoryAdvice:
    'Look for long message queues, many retained messages, and other programs on the machine. Limit queues and sessions, or add memory.',
  processMemoryMeaning:
    'One process of the broker alone holds more memory than the alarm settings allow. Usually it is a connection or session with a long queue.',
  processMemoryAdvice:
    'Look for clients with a long message queue. Shorten the queue in the MQTT settings, or kick the client out.',
  processesMeaning:
    'The Erlang processes of the node come near their limit. Each connection needs at least one; at the limit no new connection is taken.',
  processesAdvice:
    'Limit the connections of the listeners, spread clients over more nodes, or raise node.process_limit in emqx.conf and restart the node.',
  runQueueMeaning:
    'More work waits for the processors of the node than they can do. Overload protection may delay work or refuse connections.',
  runQueueAdvice: 'Slow down who sends most with the limiter, and spread clients over more nodes.',
  databaseMeaning:
    'Transactions of the built-in database wait in a long queue, as when very many clients subscribe or connect at once.',
  databaseAdvice: 'Let clients reconnect after random delays, and use fewer and broader topic filters.',
  workersMeaning:
    'The workers that enter and remove subscriptions cannot keep up. Clients wait for their SUBACK.',
  workersAdvice:
    'Look for clients that subscribe and unsubscribe again and again, or to very many topic filters.',
  partitionMeaning:
    'Nodes of the cluster cannot reach each other. Each side goes on alone: messages do not cross, and what is changed on one side may be lost.',
  partitionAdvice:
    'Check the network and the ports between the nodes, and the clocks. The cluster heals itself unless cluster.autoheal is off; then restart the nodes of the smaller side.',
  configurationMeaning:
    'A change of the configuration could not be applied on this node. It stays behind the others, and later changes wait.',
  configurationAdvice: `Read the reason in the details and mend it on the node (a missing file, a port in use). “emqx ctl conf cluster_sync status” there says whether it caught up.`,
  licenseQuotaMeaning:
    'The sessions of the cluster reached the high watermark of the license quota. Above the quota, new clients are refused.',
  licenseQuotaAdvice: 'Get a larger license, or end sessions that nobody needs.',
  licenseExpiryMeaning: 'The license has expired or is about to.',
  licenseExpiryAdvice: 'Renew the license and enter the new key.',
  congestionMeaning:
    'A client takes messages more slowly than they arrive, so the connection is congested. Messages wait and are dropped once the queue is full.',
  congestionAdvice:
    'Check the network of the client and whether it keeps up with its subscriptions. Narrow its topic filters, or use a shared subscription with several clients.',
  resourceMeaning:
    'The broker cannot reach something outside, such as a database, a web server or another broker. What goes there waits or is lost.',
  resourceAdvice:
    'Read the reason in the message. Check whether the other side runs, its address, certificates and credentials, and the network from this node.',
  clusterLinkMeaning: 'The link to another cluster is broken. Messages are not exchanged with it.',
  clusterLinkAdvice:
    'Read the reason in the message. Check the address and credentials of the link, and the other cluster.',
  nodeDownMeaning:
    'A node that was running is not any more. Its connections are lost; clients have to reconnect.',
  nodeDownAdvice: 'Find out from its log why it stopped, and start it again.',
  storageMeaning:
    'The broker cannot write to its disk. Changes are refused until the disk accepts writes again; nothing that was accepted is lost.',
  storageAdvice: 'Free disk space or correct the permissions. The broker tries again every 10 seconds.',
  queueBytesMeaning:
    'A session has too many bytes of messages waiting. The embedded broker drops its oldest messages for each new one.',
  queueBytesAdvice:
    'Find out why the client named in the details does not receive, or disconnect its session.',
  messageBytesMeaning:
    'Queued, retained and delayed messages together take all the memory that the embedded broker allows. New messages for offline clients and new retained messages are dropped.',
  messageBytesAdvice: 'Disconnect sessions with long queues, or delete retained messages.',
  subscriptionsMeaning:
    'The embedded broker has as many subscriptions as it allows. New subscriptions are refused with reason code 0x97 (quota exceeded).',
  subscriptionsAdvice: 'Disconnect the clients with the most subscriptions.',
  ruleTimeMeaning:
    'Statements of rules take too much time, so the embedded broker skips these rules now and then. Skipped events are counted as failed, and the actions do not run for them.',
  ruleTimeAdvice:
    'Narrow the topics in FROM, and simplify the statement: patterns that backtrack, loops over large lists, large payloads. Saving or deleting a rule ends the alarm for it.',
  ruleRepublishMeaning:
    'Republish actions made more of one message than the embedded broker allows, because their topics feed rules again. The rest was dropped and counted as failed at the action.',
  ruleRepublishAdvice:
    'Look for a loop, and republish to topics that no rule of it reads. Saving or deleting a rule ends the alarm for it.',
  ruleBacklogMeaning:
    'Events arrive faster than rules can process them, and the queue of the embedded broker is full. The rules miss events, counted as failed; subscribers still receive the messages.',
  ruleBacklogAdvice:
    'Narrow the topics in FROM, simplify the statements, or disable rules that nobody needs. The limiter slows down clients that publish too much.',
  logMeaning: 'Lines of the log are lost.',
  logAdvice: 'Check the disk and the directory in the settings of the log.',
  pushgatewayMeaning: 'The Pushgateway rejects the metrics, so they are missing in Prometheus.',
  pushgatewayAdvice: 'Check its address and credentials, and whether it runs.',
  telemetryMeaning: 'The OpenTelemetry collector does not take what is sent to it.',
  telemetryAdvice: 'Check its address, TLS and credentials, and whether it runs.',
  unknownMeaning: 'Not an alarm that this console knows. A plugin or an extension may have raised it.',
  unknownAdvice: 'Read its message and details, and the log of the node at that time.',
}
