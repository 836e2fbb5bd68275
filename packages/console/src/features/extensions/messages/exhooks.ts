import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const exhooks = {
  title: 'ExHook',
  label: 'Hook servers',
  create: 'Create hook server',
  member: vocabulary.name,
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'hook server', other: 'hook servers' })}, called from the top down`,
  emptyTitle: 'No hook servers yet',
  emptyText:
    'A hook server is your own gRPC service. The broker calls it when clients connect, publish or subscribe, and applies what it answers.',
  url: vocabulary.url,
  hooks: 'Hooks',
  hooksDefinition: 'What the server registered for when the broker connected to it.',
  failedAction: 'If it fails',
  deny: vocabulary.deny,
  ignore: 'Ignore',
  stateDefinition:
    'Connected means the server answered when the broker connected to it. The broker keeps this state if the server stops answering later.',
  succeed: 'Succeeded',
  succeedDefinition: 'Calls the server answered.',
  failed: vocabulary.failed,
  failedDefinition: 'Calls that got no answer within the request timeout, or an error.',
  rateDefinition: 'Calls per second. The broker reports whole numbers.',
  orderDefinition:
    'The broker calls the servers from the top down. An answer that stops the chain keeps the servers below it from being called.',
  enabling: 'The broker connects to the server and calls it for the hooks that the server registers.',
  disabling:
    'The broker no longer calls the server. Checks that the server makes on clients and messages stop.',
  removeBody: 'The broker disconnects from the server and no longer calls it. This cannot be undone.',
  removeChecks: 'Clients and actions that the server checks today are no longer checked by it.',
  settings: vocabulary.settings,
  tabs: 'Parts of the hook server',
  absentTitle: 'There is no such hook server',
  absentText: 'It may have been deleted or renamed.',
  connectingLabel: 'Not reachable',
  disconnectedLabel: 'No attempts',
  failingLabel: 'Calls fail',
  connectingText: (every: string) =>
    `Not reachable: the broker tries again every ${every}. Until then the server is not called, and nothing is refused because of it.`,
  disconnectedText:
    'The broker does not try to connect: the URL is unusable, or reconnecting is off. The server is not called. Correct the URL, or disable and enable the server.',
  failingDeny: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'call', other: 'calls' })} failed while this page was open, although the state is Connected. Clients and actions that the server should check are refused.`,
  failingIgnore: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'call', other: 'calls' })} failed while this page was open, although the state is Connected. The broker goes on without the answers.`,
}

export const exhookForm = {
  title: 'Create hook server',
  created: 'Hook server created',
  saved: 'Hook server saved',
  general: vocabulary.server,
  name: vocabulary.name,
  nameHelp: "Can't be changed later.",
  nameRule: 'Starts with a letter or digit; then letters, digits, - and _.',
  nameTaken: 'A hook server with this name already exists',
  url: vocabulary.url,
  urlHelp:
    'Address of the gRPC server with its port: http://host:9000, or https:// for TLS. The broker does not check the URL: with a wrong one the server stays connecting or disconnected.',
  noUrl: 'Enter the URL of the gRPC server',
  badUrl:
    'The broker accepts this text but cannot connect with it. Use http://host:port or https://host:port.',
  enable: vocabulary.enabled,
  enableNote: 'Connect as soon as the server is created',
  failedAction: 'If the server fails',
  denyHelp:
    'While the server does not answer, the broker refuses every client that it asks the server to authenticate, and every publish and subscribe that it asks the server to authorize. Messages of the message.publish hook pass unchanged.',
  ignoreHelp:
    'While the server does not answer, the broker lets everything through as if the server did not exist.',
  timeout: vocabulary.requestTimeout,
  timeoutHelp: 'A call without an answer within this time has failed. The client waits meanwhile.',
  reconnect: 'Reconnect',
  reconnectOff: vocabulary.never,
  reconnectHelp: 'Time between attempts to reach a server that did not answer when the broker connected.',
  poolSize: 'Connections per node',
  poolSizeHelp: 'Calls of one client always take the same connection.',
  tlsNote: 'Used with an https:// URL only.',
  socket: 'TCP connection',
  keepalive: 'TCP keepalive',
  keepaliveNote: 'Detect connections that broke without notice',
  nodelay: 'TCP_NODELAY',
  nodelayNote: 'Send small packets at once',
  receiveBuffer: 'TCP receive buffer',
  sendBuffer: vocabulary.sendBuffer,
  tlsUnused: 'Not used: the URL begins with http://. Use https:// to encrypt the connection.',
  impactNew: 'The broker connects to the server on every node and calls it last, after the existing servers.',
  impact:
    'The broker disconnects from the server on every node and connects again. It does not call the server meanwhile, and the server registers its hooks again.',
}

export const exhookHooks = {
  label: 'Registered hooks',
  name: 'Hook',
  purpose: 'When it is called',
  topics: 'Topic filters',
  allTopics: 'All topics',
  nodes: 'By node',
  nodesOf: (name: string) => `Nodes of ${name}`,
  succeed: 'Succeeded',
  failed: vocabulary.failed,
  rate: 'Rate per second',
  maxRate: 'Highest rate per second',
  emptyTitle: 'No hooks registered',
  emptyText:
    'The server registers its hooks when the broker connects to it. It is not connected now, or wants none.',
  'client.connect': 'A client sent CONNECT.',
  'client.connack': 'The broker answers CONNECT.',
  'client.connected': 'A client is connected.',
  'client.disconnected': 'A client is disconnected.',
  'client.authenticate':
    'A client proves who it is, and no authenticator is enabled. The answer lets the client in or refuses it.',
  'client.authorize':
    'A client publishes or subscribes, and no authorization source has a matching rule. The answer allows or denies it.',
  'client.subscribe': 'A client sent SUBSCRIBE.',
  'client.unsubscribe': 'A client sent UNSUBSCRIBE.',
  'session.created': 'A session is created.',
  'session.subscribed': 'A subscription is added to a session.',
  'session.unsubscribed': 'A subscription is removed from a session.',
  'session.resumed': 'A client is back in its session.',
  'session.discarded': 'A session ends because its client started a clean one.',
  'session.takenover': 'Another connection takes over a session.',
  'session.terminated': 'A session ends.',
  'message.publish':
    'A message is published, before it is delivered. The answer can change its topic, payload and QoS, or drop it.',
  'message.delivered': 'A message is delivered to a subscriber.',
  'message.acked': 'A subscriber acknowledged a message.',
  'message.dropped': 'A message is dropped.',
}
