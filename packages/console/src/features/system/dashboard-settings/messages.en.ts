export const en = {
  title: 'Dashboard Access',
  summary: 'How consoles and programs reach the broker’s API, and how long a login lasts',
  tabs: 'Dashboard access',
  access: 'Login and API',
  http: 'HTTP',
  https: 'HTTPS',

  session: 'Login',
  tokenLife: 'Session lifetime',
  tokenLifeHelp: 'A session that sends no request for this long ends. Every request starts the time over.',
  api: 'API',
  cors: 'Cross-origin requests',
  corsHelp: 'Needed only where a web page of another address asks the API directly.',
  corsNote: 'Pages of any other site may ask the API, with a token',
  swagger: 'API documentation',
  swaggerNote: 'The broker serves its API documentation at /api-docs',

  httpListener: 'HTTP listener',
  httpNote: 'Unencrypted: passwords and tokens can be read on the way.',
  httpsListener: 'HTTPS listener',
  bind: 'Address',
  bindHelp: 'A port for all addresses of each node, or an address with a port. On every node the same.',
  off: 'Off',
  maxConnections: 'Max connections',
  connections: 'connections',
  proxyHeader: 'PROXY protocol',
  proxyHeaderNote: 'Expect a PROXY header: every client without one is refused',
  acceptors: 'Acceptors',
  backlog: 'Backlog',
  backlogHelp: 'Connections that may wait to be accepted.',
  sendTimeout: 'Send timeout',
  inet6: 'IPv6',
  inet6Note: 'Listen on IPv6',
  v6only: 'IPv6 only',
  v6onlyNote: 'Do not accept IPv4 on the same socket',

  tls: 'TLS',
  certificate: 'Certificate',
  certificateHelp: 'The server’s own first, then the intermediates that signed it.',
  key: 'Private key',
  password: 'Key passphrase',
  verify: 'Verify clients',
  verifyNone: 'No client certificate',
  verifyPeer: 'Ask for a client certificate and check it',
  requireCert: 'Client certificate required',
  requireCertNote: 'Refuse clients without a certificate: browsers need one, too',
  ca: 'CA certificate',
  caHelp: 'Must have signed the certificates of clients.',
  versions: 'TLS versions',

  impactLife: (life: string) =>
    `Sessions end after ${life} without a request. This applies to every session at once, including yours.`,
  impactListener:
    'Every node restarts this listener. Requests fail for some seconds, and everyone who uses it has to reach the new address.',
  impactTls:
    'Every node restarts the HTTPS listener with these settings. Clients that do not accept them can no longer connect.',
  impactCut:
    'Both listeners are off: nobody can reach the API, this console included. Only a change on the nodes themselves brings it back.',
  viaServer:
    'Brokerdeck reaches the broker at the address given with --broker. If that one changes, start Brokerdeck again with the new one.',
  viaBrowser: (origin: string) =>
    `This console is connected through ${origin}. If that address changes, open the new one.`,
  embedded:
    'The embedded broker stores this. Brokerdeck keeps listening where it was started; only the session lifetime takes effect.',
  impactApi: 'Takes effect on every node at once.',
}
