import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const path = '/schema_registry'
const person = 'syntax = "proto3"; message Person { string name = 1; int32 id = 2; }'

export const schemaRegistryExample: ResourceExample = {
  endpoints: schemaRegistry,
  fills: [
    ['POST', path, { name: 'temperature', type: 'json', source: '{"type":"object"}', description: 'x' }],
  ],
  writes: [
    ['POST', path, { name: 'person', type: 'protobuf', source: person }],
    ['PUT', `${path}/temperature`, { type: 'avro', source: '"string"' }],
    ['DELETE', `${path}/person`],
  ],
}
