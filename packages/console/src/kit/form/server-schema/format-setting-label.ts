import { brokerLabels as broker, targetLabels as target } from '#kit/messages/labels.ts'
import { connectionLabels as connection } from '#kit/messages/server-schema.ts'

/** Words whose written form differs from their spelling in names. */
const spellings: Readonly<Record<string, string>> = {
  acl: 'ACL',
  api: 'API',
  aws: 'AWS',
  ca: 'CA',
  cpu: 'CPU',
  csv: 'CSV',
  db: 'DB',
  dn: 'DN',
  dns: 'DNS',
  gcp: 'GCP',
  grpc: 'gRPC',
  gssapi: 'GSSAPI',
  http: 'HTTP',
  https: 'HTTPS',
  id: 'ID',
  iam: 'IAM',
  influxdb: 'InfluxDB',
  ip: 'IP',
  ipv6: 'IPv6',
  jwks: 'JWKS',
  jwt: 'JWT',
  json: 'JSON',
  kafka: 'Kafka',
  mqtt: 'MQTT',
  ms: '(ms)',
  os: 'OS',
  pkce: 'PKCE',
  qos: 'QoS',
  rpc: 'RPC',
  scram: 'SCRAM',
  sql: 'SQL',
  srv: 'SRV',
  ssl: 'TLS',
  tcp: 'TCP',
  tls: 'TLS',
  ttl: 'TTL',
  udp: 'UDP',
  uri: 'URI',
  url: 'URL',
  vm: 'VM',
}

const known: ReadonlyMap<string, string> = new Map(Object.entries({ ...target, ...connection, ...broker }))

/** Returns the label of a setting: a known name in the language of the page, else its own name made readable. */
export function formatSettingLabel(name: string): string {
  return known.get(name) ?? readable(name)
}

/** Converts `max_topic_alias` to `Max topic alias`, `zoneId` to `Zone ID`. */
function readable(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .split(/[_\s.-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .map((word) => (Object.hasOwn(spellings, word) ? (spellings[word] ?? word) : word))
  const text = words.join(' ')
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1)
}
