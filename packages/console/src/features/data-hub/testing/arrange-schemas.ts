import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const temperature = JSON.stringify({
  $schema: 'http://json-schema.org/draft-06/schema#',
  type: 'object',
  properties: { temp: { type: 'number' } },
  required: ['temp'],
})

const reading = JSON.stringify({
  type: 'record',
  name: 'reading',
  fields: [{ name: 'temp', type: 'double' }],
})

/** Creates three schemas, one of which is used by every kind of object, and an external registry. */
export async function arrangeSchemas({ ask }: TestBroker): Promise<void> {
  const path = '/schema_registry'
  await ask('POST', path, {
    name: 'temperature',
    type: 'json',
    source: temperature,
    description: 'Any sensor',
  })
  await ask('POST', path, { name: 'reading', type: 'avro', source: reading })
  await ask('POST', path, {
    name: 'person',
    type: 'protobuf',
    source: 'message Person { optional string name = 1; }',
  })
  const common = { topics: ['plant/#'], failure_action: 'drop' }
  const checks = [{ type: 'json', schema: 'temperature' }]
  await ask('POST', '/schema_validations', { ...common, name: 'fits', strategy: 'all_pass', checks })
  const payload_encoder = { type: 'avro', schema: 'reading' }
  await ask('POST', '/message_transformations', {
    ...common,
    name: 'smaller',
    operations: [],
    payload_decoder: { type: 'json' },
    payload_encoder,
  })
  const sql = `SELECT schema_check('temperature', payload) AS ok FROM "t"`
  await ask('POST', '/rules', { id: 'watch', sql, actions: [] })
  await ask('POST', '/schema_registry_external', {
    name: 'confluent',
    type: 'confluent',
    url: 'http://schemas.example.com:8081',
    auth: { mechanism: 'basic', username: 'ops', password: 'Secret-1' },
  })
}

export const openSchemas = (path: string, options: RenderOptions = {}): Promise<RenderedApp> =>
  renderApp(path, { edition: 'enterprise', arrange: arrangeSchemas, ...options })

export const schemaViewer: NonNullable<RenderOptions['arrange']> = async (broker) => {
  await arrangeSchemas(broker)
  await broker.ask('POST', '/users', {
    username: 'eve',
    password: 'Viewer1234',
    role: 'viewer',
    description: '',
  })
}
