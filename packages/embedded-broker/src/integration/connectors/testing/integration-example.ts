import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'
import { toResourceId } from '../resource-store.ts'

const nameOf = (item: object) =>
  'type' in item && 'name' in item ? toResourceId({ type: String(item.type), name: String(item.name) }) : ''

/** No server listens at this address. */
const http = { type: 'http', name: 'web', url: 'http://127.0.0.1:9', pool_size: 1 }
const mqtt = { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 }
const post = { type: 'http', name: 'post', connector: 'web', parameters: { path: '/x', method: 'post' } }
const take = { type: 'mqtt', name: 'in', connector: 'far', parameters: { topic: 'far/#', qos: 1 } }
const off = (path: string, id: string) => ['PUT', `${path}/${id}/enable/false`] as const
export const connectorsExample: ResourceExample = {
  endpoints: connectors,
  fills: [
    ['POST', '/connectors', http],
    ['POST', '/connectors', mqtt],
  ],
  writes: [
    ['POST', '/connectors', { ...http, name: 'other' }],
    ['PUT', '/connectors/http:web', { url: http.url, pool_size: 2 }],
    off('/connectors', 'http:web'),
    ['DELETE', '/connectors/http:other'],
  ],
  nameOf,
}

export const actionsExample: ResourceExample = {
  endpoints: actions,
  fills: [['POST', '/actions', post]],
  writes: [
    ['PUT', '/actions/http:post', { connector: 'web', parameters: post.parameters, description: 'posts' }],
    off('/actions', 'http:post'),
    ['PUT', '/actions/http:post/metrics/reset'],
    ['DELETE', '/actions/http:post'],
  ],
  nameOf,
}

export const sourcesExample: ResourceExample = {
  endpoints: sources,
  fills: [['POST', '/sources', take]],
  writes: [
    ['PUT', '/sources/mqtt:in', { connector: 'far', parameters: take.parameters, description: 'takes' }],
    off('/sources', 'mqtt:in'),
    ['PUT', '/sources/mqtt:in/metrics/reset'],
    ['DELETE', '/sources/mqtt:in'],
  ],
  nameOf,
}
