import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ edition: 'enterprise' })
})
afterAll(() => broker.close())

const signIn = { username: 'u', password: 'p' }
const key = { password: 'p' }
const sql = { database: 'mqtt', ...signIn }
const account = {
  type: 'service_account',
  project_id: 'p',
  private_key_id: 'k',
  private_key: '',
  client_email: 'a@p.iam.gserviceaccount.com',
}
const oracle = { type: 'oracle', server: 'db:1521', ...signIn }

/**
 * Sends the settings of a connector; returns the error, parsed if it is JSON, or `made` if the settings are accepted.
 */
async function sendSettings(settings: object, method: 'POST' | 'PUT' = 'POST', path = '/connectors') {
  const { status, body } = await broker.ask(method, path, settings)
  if (status < 300) return { status, made: body }
  const message = String(Object.entries(body ?? {}).find(([key]) => key === 'message')?.[1])
  return { status, said: message.startsWith('{') ? JSON.parse(message) : message }
}

/** The type, the settings, the path of the refused setting, and the reason. */
type Refusal = [type: string, settings: object, path: string, reason: unknown]

describe('an address that EMQX refuses', () => {
  test.each<Refusal>([
    ['mysql', { server: 'host:99999', ...sql }, 'server', 'port_number_too_large'],
    ['mysql', { server: 'host:-1', ...sql }, 'server', 'port_number_must_be_positive'],
    ['mysql', { server: '', ...sql }, 'server', 'cannot_be_empty'],
    ['pgsql', { server: '5432', ...sql }, 'server', 'expecting_hostname_but_got_a_number'],
    ['pgsql', { server: '[::1]:5432', ...sql }, 'server', 'bad_host_port'],
    ['timescale', { server: 'a:b:c', ...sql }, 'server', 'bad_host_port'],
    ['matrix', { server: 'postgres://h:1', ...sql }, 'server', 'not_expecting_scheme'],
    ['sqlserver', { server: 'host:14x', ...sql }, 'server', 'bad_port_number'],
    ['oracle', { ...oracle, sid: 'XE', server: 'a b' }, 'server', 'hostname_has_space'],
    ['kafka_producer', { bootstrap_hosts: 'a b,,c:xx' }, 'bootstrap_hosts', 'hostname_has_space'],
    ['kafka_consumer', { bootstrap_hosts: 'a:1,,c:xx' }, 'bootstrap_hosts', 'bad_port_number'],
    [
      'confluent_producer',
      { bootstrap_hosts: 'c:xx', authentication: signIn },
      'bootstrap_hosts',
      'bad_port_number',
    ],
    [
      'azure_event_hub_producer',
      { bootstrap_hosts: 'https://ns', authentication: key },
      'bootstrap_hosts',
      'not_expecting_scheme',
    ],
    ['mqtt', { server: 'mqtt://host:1883' }, 'server', 'not_expecting_scheme'],
    ['pulsar', { servers: 'http://host:6650' }, 'servers', 'unsupported_scheme'],
    ['rocketmq', { servers: 'a:1,b:65536' }, 'servers', 'port_number_too_large'],
    ['cassandra', { servers: 'a:x', keyspace: 'k' }, 'servers', 'bad_port_number'],
    ['couchbase', { server: 'couchbase://h', ...signIn }, 'server', 'not_expecting_scheme'],
    [
      'redis',
      { parameters: { redis_type: 'cluster', servers: 'a:1,b:x' } },
      'parameters.servers',
      'bad_port_number',
    ],
    [
      'mongodb',
      { parameters: { mongo_type: 'single', server: 'mongodb://h' }, ...sql },
      'parameters.server',
      'not_expecting_scheme',
    ],
    ['elasticsearch', { server: 'https://h:1:2', authentication: signIn }, 'server', 'bad_host_port'],
    ['greptimedb', { server: 'h:70000', dbname: 'd' }, 'server', 'port_number_too_large'],
    ['tdengine', { server: 'a:1,b:2' }, 'server', 'expecting_one_host_but_got: 2'],
    ['tdengine', { server: 'http://h:6041' }, 'server', 'not_expecting_scheme'],
    ['iotdb', { driver: 'thrift', server: 'h:x', ...signIn }, 'server', 'bad_port_number'],
    [
      'snowflake',
      { server: 'https://o-a.snowflakecomputing.com', account: 'o-a' },
      'server',
      'not_expecting_scheme',
    ],
    ['syskeeper_forwarder', { server: 'h:x' }, 'server', 'bad_port_number'],
    ['syskeeper_proxy', { listen: '9092' }, 'listen', 'expecting_hostname_but_got_a_number'],
  ])('%s %j', async (type, settings, path, reason) => {
    const rest = type === 'snowflake' ? { dsn: 'd', ...signIn } : {}
    const { status, said } = await sendSettings({ type, name: 'x', ...rest, ...settings })
    expect([status, said]).toEqual([
      400,
      expect.objectContaining({ kind: 'validation_error', path: `root.${path}`, reason }),
    ])
  })
})

describe('an address that EMQX takes', () => {
  test.each<[type: string, settings: object]>([
    ['mysql', { server: 'no-port', ...sql }],
    ['mysql', { server: ' a:1 , b:2 ', ...sql }],
    ['kafka_producer', { bootstrap_hosts: 'a:1,, b,' }],
    ['pulsar', { servers: 'pulsar+ssl://a:6651,b' }],
    ['elasticsearch', { server: 'https://h:9200/', authentication: signIn }],
    ['tdengine', { server: 'https://cloud.example' }],
    ['opents', { server: 'host:4242' }],
    ['s3', { host: 'https://bucket.example', port: 443 }],
    ['azure_blob_storage', { account_name: 'a', account_key: 'file:///etc/key' }],
    ['gcp_pubsub_producer', { service_account_json: JSON.stringify(account) }],
  ])('%s %j', async (type, settings) => {
    const { status } = await sendSettings({ type, name: 'taken', ...settings })
    expect(status).toBe(201)
    await broker.ask('DELETE', `/connectors/${type}:taken`)
  })
})

describe('a credential that EMQX refuses', () => {
  test.each<Refusal>([
    ['gcp_pubsub_producer', { service_account_json: '{bad' }, 'service_account_json', 'not a json'],
    [
      'gcp_pubsub_consumer',
      { service_account_json: '{"type":"user"}' },
      'service_account_json',
      { missing_keys: ['client_email', 'private_key', 'private_key_id', 'project_id'] },
    ],
    [
      'gcp_pubsub_producer',
      { service_account_json: { ...account, type: 'user' } },
      'service_account_json',
      { wrong_type: 'user' },
    ],
    [
      'azure_blob_storage',
      { account_name: 'a', account_key: 'not base64!' },
      'account_key',
      'bad account key; must be a valid base64 encoded value',
    ],
    [
      'snowflake',
      { server: 'o.example', account: 'acc', dsn: 'd', ...signIn },
      'account',
      'Account identifier must be of form ORGID-ACCOUNTNAME',
    ],
  ])('%s %j', async (type, settings, path, reason) => {
    const { status, said } = await sendSettings({ type, name: 'x', ...settings })
    expect([status, said]).toEqual([400, expect.objectContaining({ path: `root.${path}`, reason })])
    if (type !== 'snowflake') expect(said).not.toHaveProperty('value')
  })
})

it('refuses Oracle without a name of the database, new and changed, and shows no password', async () => {
  const refused = {
    status: 400,
    said: {
      kind: 'validation_error',
      path: 'connectors.oracle.db',
      reason: 'neither SID nor Service Name was set',
      value: expect.objectContaining({ server: 'db:1521', password: '******' }),
    },
  }
  expect(await sendSettings({ ...oracle, name: 'db' })).toEqual(refused)
  expect(await sendSettings({ ...oracle, name: 'db', service_name: 'orcl' })).toMatchObject({ status: 201 })
  const { type: _type, ...changed } = oracle
  expect(await sendSettings(changed, 'PUT', '/connectors/oracle:db')).toEqual(refused)
  expect((await broker.ask('GET', '/connectors/oracle:db')).body).toMatchObject({ service_name: 'orcl' })
})
