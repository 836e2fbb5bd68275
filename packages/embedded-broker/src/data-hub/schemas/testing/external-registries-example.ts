import { externalRegistries } from '@brokerdeck/contract/data-hub/external-registries.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const path = '/schema_registry_external'
const of = { type: 'confluent', url: 'http://127.0.0.9:8081' }
const auth = { mechanism: 'basic', username: 'u', password: 'p' }

export const externalRegistriesExample: ResourceExample = {
  endpoints: externalRegistries,
  fills: [['POST', path, { ...of, name: 'confluent', auth }]],
  writes: [
    ['POST', path, { ...of, name: 'other' }],
    ['PUT', `${path}/registry/confluent`, { ...of, url: 'https://schemas.example.com', auth }],
    ['DELETE', `${path}/registry/other`],
  ],
}
