import { vocabulary } from '#i18n/vocabulary.ts'

export const mqttLink = {
  connecting: vocabulary.connecting,
  connected: vocabulary.connected,
  disconnecting: 'Disconnecting',
  disconnected: vocabulary.disconnected,
  reconnecting: 'Reconnecting',
  code: (title: string, code: string) => `${title} (${code})`,
  unknownReason: 'A reason that the standard does not know',
  brokerSays: (text: string) => `The broker adds: ${text}`,
  mixedContent: 'The browser does not allow this: mixed content',
  mixedContentHint:
    'This page came over HTTPS, so only connections with TLS may be opened from it. Switch on TLS and take the port of a wss listener, or connect through Brokerdeck.',
  invalidAddress: 'Host, port and path make no address',
  readOnly: 'Brokerdeck is set to read-only',
  readOnlyHint:
    'Publishing is a write, so MQTT through Brokerdeck is closed. Whoever starts it can change that.',
  mqttClosed: 'MQTT from this console is closed',
  mqttClosedHint:
    'Whoever started it hides payloads or switched publishing off, for everybody. An MQTT client would see and send messages.',
  refused: (reason: string) => `The broker refused the connection: ${reason}`,
  ended: (reason: string) => `The broker ended the connection: ${reason}`,
  unopened: (address: string) => `No connection to ${address}`,
  unopenedLate: (address: string, seconds: string) => `No connection to ${address} within ${seconds} s`,
  notSaid: 'A browser does not say why a WebSocket failed. What other facts suggest:',
  unanswered: (seconds: string) => `The WebSocket opened, but no MQTT answer came within ${seconds} s`,
  unansweredHint:
    'Something listens there, but it is probably no MQTT listener, or the broker is too busy to answer.',
  closedEarly: (code: string) => `The WebSocket was closed (${code}) before MQTT answered`,
  closedEarlyHint:
    'Probably no MQTT listener, or one that took the CONNECT for damaged. A broker that refuses MQTT 3.1.1 may do this too.',
  closed: (code: string) => `The connection was closed without a reason (WebSocket ${code})`,
  closedHint:
    'The broker or something between it and this browser ended it: a stopped node, a lost network, a proxy that closes idle connections.',
  nodeStopped: (node: string) =>
    `The broker reports ${node} as stopped. Choose another node, or start this one.`,
  othersStopped: (nodes: string) => `The broker reports as stopped: ${nodes}.`,
  closedVersion: 'MQTT 3.1.1 has no words for it: with MQTT 5 the broker would say why it ends a connection.',
  silent: 'The broker did not answer the pings (keep alive)',
  failed: (message: string) => `The connection failed: ${message}`,
  tunnelRefused: (code: string, message: string) => `Brokerdeck could not pass it on: ${message} (${code})`,
  tunnelForeign:
    'A proxy in front of Brokerdeck has to pass the Host header on as the browser sent it, port included (nginx: $http_host), or name it in X-Forwarded-Host.',
  tunnelOpen:
    'Brokerdeck reaches the broker. Probably a proxy in front of Brokerdeck does not pass WebSockets on (Upgrade header).',
  tunnelAway: 'The server of this page does not answer any more.',
  tunnelMissing: 'The server of this page has no MQTT tunnel. Connect directly to a listener of the broker.',
  portFree: (port: string) => `The broker has no listener on port ${port}.`,
  portHas: (list: string) => `It has ${list}.`,
  portNone: 'It has no WebSocket listener at all.',
  portOf: (id: string, port: string, path: string) => `${id} on port ${port}, path ${path}`,
  portPlain: (id: string, port: string) =>
    `Port ${port} is that of ${id}, which speaks MQTT without WebSocket: a browser cannot use it.`,
  portStopped: (id: string) => `The listener ${id} on this port does not run.`,
  portNeedsTls: (id: string) => `${id} on this port is a wss listener: switch on TLS.`,
  portNeedsNoTls: (id: string) => `${id} on this port is a ws listener: switch off TLS.`,
  portPath: (id: string, path: string) => `${id} on this port answers on path ${path}.`,
  portCertificate: (address: string) =>
    `Port and path are those of a wss listener. Probably the browser does not trust its certificate: open ${address} in a tab to see.`,
  portFits: (id: string) =>
    `Port, path and TLS are those of ${id}, which runs. Probably the host is not the broker's, or a firewall or the listener's access rules are in the way.`,
  portsUnknown: 'The listeners of the broker could not be read to compare with.',
  credentialsHint: 'Check username and password, and which authenticators the broker has.',
  clientIdHint:
    'Check the client ID. An empty one needs a clean start; another client with the same ID is thrown out.',
  versionHint: 'Try the other protocol version.',
  noHashes: 'SCRAM needs this page over HTTPS, or on localhost',
  noHashesHint:
    'On other pages browsers do not compute the hashes that SCRAM proves a password with. Open Brokerdeck by its HTTPS address.',
  noPassword: 'SCRAM needs the password',
  noPasswordHint: 'It is never stored: type it again in the settings of the connection.',
  refusedFirst: (method: string) =>
    `The broker refused the first message of ${method}: probably no authenticator that is switched on has this method, or none knows the username.`,
  refusedProof: (method: string) =>
    `The broker knows the username and did not accept the proof of ${method}: probably the password is another one, or the number of iterations was changed after the user was made.`,
  refusedData: (method: string) => `Check the data for ${method}, and which authenticators the broker has.`,
  unproven: (method: string, what: string) => `${method} failed: ${what}`,
  unreadable: 'what the broker sent is no message of it',
  unreadableHint: 'Something that is not a broker may answer here, or one with another idea of this method.',
  nonce: 'the broker answered to another conversation',
  nonceHint:
    'Its nonce does not begin with the one of this client: something in between may repeat old answers.',
  iterations: (asked: string) => `the broker asks for ${asked} iterations`,
  iterationsHint: (most: string) =>
    `This client computes at most ${most}; more would take longer than a broker waits.`,
  said: (word: string) => `the broker says ${word}`,
  signature: 'the broker did not prove that it knows the password',
  signatureHint:
    'Its signature is wrong. Something may pretend to be the broker, or the keys that it keeps are damaged. This client has left.',
  noSignature: 'the broker let this client in without proving itself',
  noSignatureHint:
    'It sent no signature of its own: probably no authenticator is switched on, so that everybody may come in. This client has left.',
  question: 'the broker asks on',
  questionHint:
    'To a question (AUTH) only SCRAM has an answer here; other methods end with their first data.',
} as const

export const capture = {
  captureLive: 'Capture live',
  connectsTo: (listener: string, address: string) => `Connects to ${listener}, ${address}`,
  stop: vocabulary.stop,
  limits: 'Limits of the capture',
  limitsShort: (seconds: string, rate: string, bytes: string) => `${seconds}, ${rate}, ${bytes}`,
  perSecondShort: (rate: string) => `${rate} msg/s`,
  seconds: 'Ends after',
  secondsUnit: vocabulary.seconds,
  perSecond: 'Looks at no more than',
  perSecondUnit: 'msg/s',
  perSecondHelp: 'What comes above it is dropped here and counted.',
  megabytes: 'Ends when it received',
  megabytesUnit: 'MiB',
  outOfRange: (min: string, max: string) => `From ${min} to ${max}`,
  signIn: 'MQTT username…',
  username: 'MQTT username',
  password: 'MQTT password',
  credentialsHelp: 'Only for this connection. Neither is stored.',
  notShared:
    'A capture must not take messages from those that they are for: a shared or exclusive subscription would.',
  broadTitle: (filter: string) => `Subscribe to ${filter}?`,
  broadCost: (rate: string) =>
    `The cluster takes in about ${rate} messages a second now: about ${rate} msg/s would be sent to this browser, on top of what the broker delivers already.`,
  broadCostUnknown:
    'How many messages the cluster takes in could not be read. All of them would be sent to this browser.',
  broadLimits: (limits: string) => `The capture ends by its limits: ${limits}. A narrower filter costs less.`,
  broadAction: 'Subscribe all the same',
  connecting: vocabulary.connecting,
  running: 'Capturing',
  ended: 'Ended',
  endedTime: 'Time is up',
  endedBytes: 'Ended: enough bytes',
  endedStopped: vocabulary.stopped,
  endedRefused: 'Subscription failure',
  endedLink: 'Connection failed',
  endedLost: 'Connection lost',
  taken: (shown: string) => `${shown} taken`,
  dropped: (shown: string) => `${shown} dropped`,
  droppedMeaning:
    'Arrived faster than the limit allows and were not looked at. Counts and rates in the tree are without them.',
  arriving: (rate: string) => `${rate} msg/s arrive`,
  left: (time: string) => `${time} left`,
}
