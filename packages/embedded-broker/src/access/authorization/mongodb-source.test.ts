import { afterEach, expect, test } from 'vitest'
import { mongodbLikeServer } from '../../testing/mongodb-like-server.ts'
import { arrangeAccess, askToDo, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

test('a MongoDB that is not there leaves it to the next source', async () => {
  const topology = { server_selection_timeout_ms: '200ms', connect_timeout_ms: '200ms' }
  const broker = await arrangeAccess({
    sources: [
      {
        type: 'mongodb',
        mongo_type: 'single',
        server: '127.0.0.1:1',
        database: 'd',
        collection: 'acl',
        filter: { username: `\${username}` },
        topology,
      },
      { type: 'file', rules: '{deny, all, publish, ["no"]}.' },
    ],
  })
  const ann = { clientId: 'c1', username: 'ann' }
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 no')).toBe(0x87)
  expect(await broker.ask('GET', '/authorization/sources/mongodb/status')).toMatchObject({
    body: {
      status: 'disconnected',
      metrics: { total: 2, nomatch: 2 },
      resource_metrics: { matched: 2, failed: 2 },
    },
  })
})

test('documents of a MongoDB are rules, which may have several topics', async () => {
  const acl = [
    { username: 'ann', permission: 'deny', action: 'publish', topics: ['a', 'eq b/#'], qos: [1] },
    { username: 'ann', permission: 'perhaps', action: 'all', topics: ['c'] },
    { username: 'ann', permission: 'allow', action: 'all', topic: `\${clientid}/#` },
  ]
  const server = await mongodbLikeServer({ 'd.acl': acl })
  const source = {
    type: 'mongodb',
    mongo_type: 'single',
    server,
    database: 'd',
    collection: 'acl',
    filter: { username: `\${username}` },
  }
  const broker = await arrangeAccess({ no_match: 'deny', sources: [source] })
  const ann = { clientId: 'c1', username: 'ann' }
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0x87)
  expect(await askToDo(broker, ann, 'publish 1 c1/x')).toBe(0)
  expect(await askToDo(broker, ann, 'subscribe 2 c1/#')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 c')).toBe(0x87)
  expect(await askToDo(broker, { clientId: 'c1', username: 'bob' }, 'publish 1 c1/x')).toBe(0x87)
  expect(await broker.ask('GET', '/authorization/sources/mongodb/status')).toMatchObject({
    body: { status: 'connected', metrics: { total: 5, allow: 2, deny: 1, nomatch: 2 } },
  })
})
