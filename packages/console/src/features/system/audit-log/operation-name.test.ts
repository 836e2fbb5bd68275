import { contract } from '@brokerdeck/contract/contract.ts'
import { describe, expect, it } from 'vitest'
import { operationName, operationObject } from './operation-name.ts'

const bare = {
  created_at: '2026-11-22T10:00:00Z',
  node: 'emqx@127.0.0.1',
  from: 'dashboard',
  source: 'admin',
  source_ip: '127.0.0.1',
  operation_type: '',
  operation_result: 'success',
  http_status_code: 204,
  args: '',
  duration_ms: 1,
  failure: '',
} as const

function entryOf(method: string, path: string, bindings: Readonly<Record<string, unknown>> = {}) {
  const http_request = { method, bindings, headers: {}, body: {} }
  return { ...bare, http_method: method.toLowerCase(), operation_id: path, http_request } as const
}

const writes = Object.values(contract).flatMap((resource) =>
  Object.values(resource).filter(({ method }) => method !== 'GET'),
)

describe('the name of an operation', () => {
  it('is known for every write of the contract', () => {
    const named = writes.map(({ method, path }) => [
      `${method} ${path}`,
      operationName(entryOf(method, path)),
    ])
    expect(named.filter(([, name]) => name === undefined)).toEqual([])
  })

  it.each([
    ['DELETE', '/listeners/:id', { id: 'tcp:default' }, 'Delete listener', 'tcp:default'],
    ['POST', '/listeners/:id/stop', { id: 'tcp:default' }, 'Stop listener', 'tcp:default'],
    ['PUT', '/configs/global_zone', {}, 'Update MQTT settings', ''],
    ['POST', '/actions/:id/:operation', { id: 'http:a', operation: 'start' }, 'Start action', 'http:a'],
    ['PUT', '/sources/:id/enable/:enable', { id: 'mqtt:a', enable: 'false' }, 'Disable source', 'mqtt:a'],
    ['PUT', '/gateways/:name/enable/:enable', { name: 'coap', enable: true }, 'Enable gateway', 'coap'],
    ['DELETE', '/banned/:as/:who', { as: 'clientid', who: 'mallory' }, 'Delete ban', 'clientid mallory'],
    ['DELETE', '/banned', {}, 'Clear all bans', ''],
    ['POST', '/clients/kickout/bulk', {}, 'Disconnect client', ''],
    ['POST', '/login', {}, 'Log in', ''],
  ])('%s %s %j is %s', (method, path, bindings, name, object) => {
    expect(operationName(entryOf(method, path, bindings))).toBe(name)
    expect(operationObject(entryOf(method, path, bindings))).toBe(object)
  })

  it('is none for a path nobody knows', () => {
    expect(operationName(entryOf('POST', '/new/thing'))).toBeUndefined()
  })
})
