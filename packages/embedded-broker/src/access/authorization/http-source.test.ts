import { afterEach, expect, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { localService, type ServiceAnswer } from '../../testing/local-service.ts'
import { arrangeAccess, askToDo, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

const ann = { clientId: 'c 1', username: 'ann' }
const result = (word: string): ServiceAnswer => ({ status: 200, body: { result: word } })

test.each<[string, ServiceAnswer, number, Readonly<Record<string, number>>]>([
  ['allow', result('allow'), 0, { allow: 1 }],
  ['deny', result('deny'), 0x87, { deny: 1 }],
  ['ignore', result('ignore'), 0, { ignore: 1 }],
  ['an answer without a body', { status: 204 }, 0, { allow: 1 }],
  [
    'a form',
    { status: 200, type: 'application/x-www-form-urlencoded', body: 'result=deny' },
    0x87,
    { deny: 1 },
  ],
  ['another word', result('perhaps'), 0, { nomatch: 1 }],
  ['no JSON', { status: 200, body: '{' }, 0, { nomatch: 1 }],
  ['a failure', { status: 500 }, 0, { nomatch: 1 }],
])('a service says %s', async (_, answer, code, figures) => {
  const { url } = await localService(() => answer)
  const broker = await arrangeAccess({ sources: [{ type: 'http', method: 'get', url }] })
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(code)
  expect(await broker.ask('GET', '/authorization/sources/http/status')).toMatchObject({
    body: {
      status: 'connected',
      metrics: { total: 1, allow: 0, deny: 0, nomatch: 0, ignore: 0, ...figures },
      resource_metrics: { matched: 1, success: 1, failed: 0 },
    },
  })
})

test('a service that is not there has nothing to say', async () => {
  const sources = [
    { type: 'http', method: 'get', url: 'http://127.0.0.1:1/acl' },
    { type: 'file', rules: '{deny, all, publish, ["b"]}.' },
  ]
  const broker = await arrangeAccess({ sources })
  expect(await askToDo(broker, ann, 'publish 1 a')).toBe(0)
  expect(await askToDo(broker, ann, 'publish 1 b')).toBe(0x87)
  expect(await broker.ask('GET', '/authorization/sources/http/status')).toMatchObject({
    body: {
      status: 'disconnected',
      node_error: [{ error: expect.stringContaining('ECONNREFUSED') }, {}],
      metrics: { total: 2, ignore: 2 },
      resource_metrics: { matched: 2, failed: 2 },
    },
  })
})

test('the question names who asks for what, and nothing in it can become something else', async () => {
  const { heard, url } = await localService(() => result('allow'))
  const template = `\${username}&\${action}/\${qos}/\${retain}`
  const get = { type: 'http', method: 'get', url: `${url}/\${clientid}?t=\${topic}`, body: { w: template } }
  const broker = await arrangeAccess({ sources: [get] })
  await askToDo(broker, ann, 'publish 1 a/b&c')
  expect(heard[0]).toMatchObject({ method: 'GET', url: '/c%201?t=a%2Fb%26c&w=ann%26publish%2F1%2Ffalse' })
  const body = { who: `\${username}`, deep: [`\${peerhost}`], unknown: `\${password}` }
  const post = { type: 'http', method: 'post', url, headers: { 'Content-Type': 'application/json' }, body }
  await broker.ask('PUT', '/authorization/sources/http', post)
  await askToDo(broker, ann, 'subscribe 2 a/#')
  expect(heard[1]).toMatchObject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({
    who: 'ann',
    deep: ['127.0.0.1'],
    unknown: `\${password}`,
  })
})

test('messages keep their order while a service thinks, and a client may leave meanwhile', async () => {
  let answerFirst: (answer: ServiceAnswer) => void = () => undefined
  const first = new Promise<ServiceAnswer>((resolve) => {
    answerFirst = resolve
  })
  const { heard, url } = await localService(({ url: path }) =>
    path?.endsWith('1') === true ? first : result('allow'),
  )
  const get = { type: 'http', method: 'get', url: `${url}/?t=\${topic}` }
  const file = { type: 'file', rules: '{allow, all, subscribe, all}.' }
  const broker = await arrangeAccess({ sources: [file, get] })
  const subscriber = await connectClient(broker.context.cluster, { clientId: 's' })
  const seen: string[] = []
  subscriber.on('message', (topic) => seen.push(topic))
  await subscriber.subscribeAsync('t/+')
  const publisher = await connectClient(broker.context.cluster, {
    clientId: 'p',
    will: { topic: 't/w', payload: '' },
  })
  for (const topic of ['t/1', 't/2', 't/3']) publisher.publish(topic, 'x')
  const leaving = publisher.endAsync()
  await eventually(() => expect(heard).toHaveLength(1))
  answerFirst(result('allow'))
  await leaving
  await eventually(() => expect(seen).toEqual(['t/1', 't/2', 't/3']))
  await eventually(() => expect(broker.context.cluster.session('p')).toBeUndefined())
  await broker.context.authorization.close()
  expect(seen).toHaveLength(3)
})
