import { pluginForm } from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { createAuthenticator } from './create-authenticator.ts'
import { createIntegrations } from './create-integrations.ts'
import { createRule } from './create-rule.ts'
import { postAsOperator } from './post-as-operator.ts'
import { AUTHENTICATOR, CLIENT, PLUGIN, RULE, TILL, TRACE } from './routes.ts'
import { connectColdRoom, connectMeter, connectTill, startGateway } from './start-gateway.ts'
import { startTrace } from './start-trace.ts'

/** The devices behind gateways whose pages have parts of their own. */
const COLD_ROOM = 'sample_cold_room'
const METER = 'sample_meter'

const topics = ['site/#']

/**
 * For the beginning of each page's path: the endpoint that creates its sample, and the request body besides the name.
 */
const samples: Readonly<Record<string, readonly [to: string, body: object]>> = {
  'exhook/detail/': ['exhooks', { url: 'http://127.0.0.1:9', auto_reconnect: false }],
  'schema-validation/detail/': [
    'schema_validations',
    {
      topics,
      strategy: 'all_pass',
      failure_action: 'ignore',
      checks: [{ type: 'sql', sql: 'SELECT 1 AS x' }],
    },
  ],
  'message-transform/detail/': [
    'message_transformations',
    {
      topics,
      failure_action: 'ignore',
      operations: [{ key: 'user_property.from', value: 'clientid' }],
      payload_decoder: { type: 'none' },
      payload_encoder: { type: 'none' },
    },
  ],
  'schema/internal/detail/': [
    'schema_registry',
    { type: 'json', source: '{"$schema":"http://json-schema.org/draft-06/schema#","type":"object"}' },
  ],
  'schema/external/detail/': [
    'schema_registry_external',
    { type: 'confluent', url: 'http://127.0.0.9:8081' },
  ],
  'cluster-linking/detail/': ['cluster/links', { server: '127.0.0.1:9', topics, enable: false }],
}

/** Creates the sample that the page at a path shows, if it shows one; an existing sample stays as it is. */
export async function createSample(url: string, path: string): Promise<void> {
  if (path.includes(TRACE)) await startTrace(url, { name: TRACE, clientid: CLIENT })
  if (path.startsWith('authentication')) await createAuthenticator(url, AUTHENTICATOR)
  if (/%3Asample|_WH_D/.test(path)) await createIntegrations(url)
  if (path.includes(RULE)) await createRule(url, RULE)
  if (path.startsWith('plugins')) await postAsOperator(url, 'plugins/install', pluginForm(PLUGIN))
  if (path.startsWith('gateway/detail/stomp')) await connectTill(await startGateway(url), TILL)
  if (path.endsWith(COLD_ROOM)) await connectColdRoom(await startGateway(url, 'lwm2m'), COLD_ROOM)
  if (path.endsWith(METER)) await connectMeter(await startGateway(url, 'coap'), METER)
  const [prefix, [to, body] = ['', {}]] = Object.entries(samples).find(([start]) =>
    path.startsWith(start),
  ) ?? ['']
  if (prefix === '') return
  const name = decodeURIComponent(path.slice(prefix.length))
  const answer = await postAsOperator(url, to, { name, ...body })
  const refused = answer.ok ? '' : await answer.text()
  if (refused !== '' && !/already[ _]exists/i.test(refused)) throw new Error(`It was refused: ${refused}`)
}
