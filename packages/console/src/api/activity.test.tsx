import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { forgetOwnActivity, ownActivity, rememberActivity } from './activity.ts'
import { noteWritten } from './connection.ts'
import { startSession } from './session.ts'

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((resource) => Object.values(resource))
const posts = endpoints.filter(({ method }) => method === 'POST')

/** The path and body of each request that creates an object, and the name of the object afterwards. */
const made: readonly (readonly [path: string, body: unknown, name: string | undefined])[] = [
  ['/actions', { type: 'http', name: 'erp', connector: 'web' }, 'http:erp'],
  ['/sources', { type: 'mqtt', name: 'in', connector: 'far' }, 'mqtt:in'],
  ['/connectors', { type: 'http', name: 'web', url: 'http://h' }, 'http:web'],
  ['/api_key', { name: 'ci', enable: true }, 'ci'],
  ['/authentication', { mechanism: 'jwt', secret: 's' }, 'jwt'],
  ['/authentication', { mechanism: 'password_based', backend: 'mysql' }, 'password_based:mysql'],
  ['/authentication/:id/users', { user_id: 'amy', password: 'p' }, 'amy'],
  ['/authorization/sources', { type: 'file', rules: '' }, 'file'],
  [
    '/authorization/sources/built_in_database/rules/clients',
    [
      { clientid: 'a', rules: [] },
      { clientid: 'b', rules: [] },
    ],
    'a, b',
  ],
  ['/authorization/sources/built_in_database/rules/users', [{ username: 'u', rules: [] }], 'u'],
  ['/banned', { as: 'clientid', who: 'bot', reason: 'x' }, 'bot'],
  ['/clients/:clientid/subscribe', { topic: 't/#', qos: 1 }, 't/#'],
  ['/clients/:clientid/subscribe/bulk', [{ topic: 'a' }, { topic: 'b' }], 'a, b'],
  ['/cluster/links', { name: 'paris', server: 's' }, 'paris'],
  ['/data/files', { filename: new File([], 'b.tar.gz') }, 'b.tar.gz'],
  ['/durable_queues', { group: 'g', topic: 'q/#' }, 'q/#'],
  ['/exhooks', { name: 'hook', url: 'http://h' }, 'hook'],
  ['/gateways/:name/authentication', { mechanism: 'jwt' }, 'jwt'],
  ['/gateways/:name/authentication/users', { user_id: 'amy', password: 'p' }, 'amy'],
  ['/gateways/:name/clients/:clientid/subscriptions', { topic: 't' }, 't'],
  ['/gateways/:name/listeners', { type: 'tcp', name: 'second', bind: '1' }, 'tcp:second'],
  ['/gateways/:name/listeners/:id/authentication', { mechanism: 'jwt' }, 'jwt'],
  ['/gateways/:name/listeners/:id/authentication/users', { user_id: 'amy', password: 'p' }, 'amy'],
  ['/gcp_devices', [{ deviceid: 'd1', blocked: false, config: '' }], 'd1'],
  ['/listeners', { id: 'tcp:x', type: 'tcp', bind: '1' }, 'tcp:x'],
  ['/listeners/:id', { id: 'tcp:x', type: 'tcp', bind: '1' }, 'tcp:x'],
  ['/message_transformations', { name: 'up', topics: [] }, 'up'],
  ['/mqtt/topic_metrics', { topic: 't/1' }, 't/1'],
  ['/plugins/install', { plugin: new File([], 'hello-1.0.0.tar.gz') }, 'hello-1.0.0.tar.gz'],
  ['/publish', { topic: 't', payload: 'secret' }, 't'],
  ['/publish/bulk', [{ topic: 't' }], 't'],
  ['/relup/package/upload', { plugin: new File([], 'r.tar.gz') }, 'r.tar.gz'],
  ['/rules', { id: 'r1', name: 'shown', sql: '' }, 'r1'],
  ['/schema_registry', { type: 'avro', name: 'car', source: '{}' }, 'car'],
  ['/schema_registry_external', { type: 'confluent', name: 'reg' }, 'reg'],
  ['/schema_validations', { name: 'strict', topics: [] }, 'strict'],
  ['/trace', { name: 'mine', type: 'clientid', clientid: 'c' }, 'mine'],
  ['/users', { username: 'ada', password: 'p' }, 'ada'],
]

/** These requests create nothing that has a name, or the path already names the object. */
const nameless =
  /\/(move|reorder|reset|restart|start|stop|test|dryrun|import|import_users|export|bulk|upgrade|request|observe|read|write|unsubscribe|change_pwd|license|login|logout|force_deactivate|all)$|_probe$|^\/rule_test$|\/:(operation|enable|rootname|backend|type|action|node)$/

beforeEach(() => {
  rememberActivity()
  startSession({ token: 't', username: 'admin', edition: 'ee', role: 'administrator', version: '5.8.9' })
  forgetOwnActivity()
})

const findEndpoint = (path: string) => {
  const found = posts.find((one) => one.path === path)
  if (found === undefined) throw new Error(`nothing is made at ${path}`)
  return found
}

test.each(made)('what is made at %s is called by its name', (path, body, name) => {
  noteWritten(findEndpoint(path), { body })
  expect(ownActivity()).toMatchObject([{ path, outcome: 'done' }])
  expect(ownActivity()[0]?.made).toBe(name)
})

test('nothing is made without a name', () => {
  const known = new Set(made.map(([path]) => path))
  expect(posts.map(({ path }) => path).filter((path) => !known.has(path) && !nameless.test(path))).toEqual([])
})

test('of many, and of what no API sends, little is remembered', () => {
  const rules = Array.from({ length: 500 }, (_, at) => ({ username: `user-${at}`, rules: [] }))
  noteWritten(authorizationRules.createUsers, { body: rules })
  noteWritten(authorization.createSource, { body: ['file', null, { type: 7 }] })
  noteWritten(authentication.create, { body: null })
  const names = ownActivity().map((one) => one.made)
  expect(names).toEqual([undefined, undefined, expect.stringMatching(/^user-0, user-1, /)])
  expect(names[2]?.length).toBeLessThanOrEqual(200)
})
