import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { parseExposition } from '../../testing/parse-exposition.ts'
import { fillExamples, resourceExamples, type Write } from '../../testing/resource-examples.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const scrapes = ['stats', 'auth', 'data_integration', 'schema_validation', 'message_transformation']
const modes = ['node', 'all_nodes_aggregated', 'all_nodes_unaggregated']

async function start(): Promise<TestBroker> {
  const nodeNames = ['a"b@127.0.0.1', 'emqx2@127.0.0.2', 'c\\d\n@127.0.0.3']
  const broker = await createTestBroker({ clock: manualClock(), edition: 'enterprise', nodeNames })
  onTestFinished(() => broker.close())
  return broker
}

/** Returns every series of every scrape, all parsed strictly, with the scrape in front of its name. */
async function readSeries(broker: TestBroker): Promise<readonly string[]> {
  const all: string[] = []
  for (const scrape of scrapes) {
    for (const mode of modes) {
      const url = `/api/v5/prometheus/${scrape}?mode=${mode}`
      const text = await broker.app.inject({ url })
      expect(text.statusCode, url).toBe(200)
      for (const { name, labels } of parseExposition(text.rawPayload))
        all.push(`${scrape} ${mode} ${name} ${JSON.stringify(labels)}`)
      const json = await broker.app.inject({ url, headers: { accept: 'application/json' } })
      expect(() => JSON.parse(json.payload), url).not.toThrow()
    }
  }
  return all
}

const names = [
  'a"b',
  'a\\',
  'a\nb',
  'a\rb',
  'a\0b',
  'a\u2028b',
  '\u{1f5a7}',
  '\ud800',
  '\udfff',
  'a\ud800b',
  'a{b="c"} 1',
  '"} 1\nfoo 1',
  '# TYPE foo counter',
  '\\n',
  '\\"',
  'NaN',
  '__proto__',
  'constructor',
  '',
  ' ',
  '\ufeff',
  'x'.repeat(10_000),
  '"'.repeat(10_000),
  '\ud800'.repeat(300),
  'a/../b',
  '%',
  '%zz',
]

/** Returns the text as it arrives when it is transferred as bytes. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

/** Replaces every name and identifier in a document. */
function renamed(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      (key === 'name' || key === 'id') && typeof one === 'string' ? name : renamed(one, name),
    ]),
  )
}

/** Writes of objects with a name of the user's choice: each resource with an example, and those without. */
const named: readonly Write[] = [
  ...resourceExamples
    .flatMap(({ fills }) => fills)
    .filter(([, , body]) => body !== undefined && !(body instanceof FormData)),
  ['POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions: ['http:post'] }],
  ['POST', '/listeners', { type: 'ssl', name: 'own', bind: '127.0.0.1:0' }],
  ['POST', '/api_key', { name: 'key', enable: true, desc: '' }],
  ['POST', '/trace', { name: 'one', type: 'clientid', clientid: 'a' }],
]

const rule = { sql: 'SELECT * FROM "t"', actions: ['http:post'] }
const web = { url: 'http://127.0.0.1:9', pool_size: 1 }
const post = { connector: 'web', parameters: { path: '/x', method: 'post' } }
const coder = { payload_decoder: { type: 'json' }, payload_encoder: { type: 'json' } }
const tag = { topics: ['t'], failure_action: 'drop', ...coder, operations: [{ key: 'qos', value: '1' }] }
const tcp = { type: 'tcp', bind: '127.0.0.1:0' }

/** Writes with the name in the path. */
const inPaths = (name: string): readonly Write[] => [
  ['PUT', `/rules/${encodeURIComponent(name)}`, rule],
  ['PUT', `/connectors/http:${encodeURIComponent(name)}`, web],
  ['POST', `/listeners/tcp:${encodeURIComponent(name)}`, { ...tcp, id: `tcp:${name}` }],
  ['PUT', `/schema_registry/${encodeURIComponent(name)}`, { type: 'avro', source: '"string"' }],
]

/** Configuration texts that contain the name. */
const inConfig = (name: string): readonly object[] => [
  { rule_engine: { rules: { [name]: rule } } },
  { connectors: { http: { [name]: web } } },
  { actions: { http: { [name]: post } } },
  { listeners: { tcp: { [name]: { bind: '127.0.0.1:0' } } } },
  { schema_registry: { schemas: { [name]: { type: 'avro', source: '"string"' } } } },
  { message_transformation: { transformations: [{ ...tag, name }] } },
]

it('stays a text that Prometheus reads, whatever things are called', async () => {
  const broker = await start()
  await fillExamples(broker.ask)
  const plain = await readSeries(broker)

  for (const name of names) {
    const written = JSON.stringify(name).slice(0, 40)
    const isWellFormed = wellFormed(name) === name
    const bodies = named.map(([method, path, body]): Write => [method, path, renamed(body, name)])
    for (const [method, path, body] of [...bodies, ...(isWellFormed ? inPaths(name) : [])])
      expect((await broker.ask(method, path, body)).status, `${path} ${written}`).toBeLessThan(500)
    for (const config of inConfig(name)) {
      const { statusCode } = await broker.app.inject({
        method: 'PUT',
        url: '/api/v5/configs',
        payload: JSON.stringify(config),
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${broker.login()}` },
      })
      expect(statusCode, `${Object.keys(config).join()} ${written}`).toBeLessThan(500)
    }
    expect((await readSeries(broker)).length, written).toBeGreaterThanOrEqual(plain.length)
  }
  expect((await readSeries(broker)).length).toBeGreaterThan(plain.length)
}, 60_000)

it('has the same series, however many clients come, whatever they say, and however they leave', async () => {
  const broker = await start()
  const { cluster } = broker.context

  async function visit(wave: string): Promise<void> {
    const leaves = [0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99]
    for (const [at, name] of [...names, ...leaves.map((code) => `code ${code}`)].entries()) {
      const client = await connectClient(cluster, {
        clientId: `${wave} ${wellFormed(name).replaceAll('\0', '0').slice(0, 200)}`,
        username: `${wave} ${wellFormed(name).replaceAll('\0', '0')}`,
        password: wave,
        node: cluster.nodes[at % cluster.nodes.length]?.name ?? '',
        properties: { userProperties: { [wave]: wave } },
      })
      await client.subscribeAsync(`${wave}/${at}/+`)
      await client.publishAsync(`${wave}/${at}/x`, wave, { qos: 1, retain: true })
      const reasonCode = leaves[at % leaves.length] ?? 0
      await client.endAsync(false, {
        reasonCode,
        properties: { reasonString: wave, userProperties: { [wave]: wave } },
      })
    }
    await eventually(() =>
      expect(cluster.nodes.filter((node) => node.stats()['live_connections.count'] !== 0)).toEqual([]),
    )
  }

  await visit('one')
  const before = await readSeries(broker)
  for (const wave of ['two', 'three', 'four']) await visit(wave)
  expect(await readSeries(broker)).toEqual(before)
})
