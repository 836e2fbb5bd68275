import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

const clock = manualClock()
let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ clock })
})

afterAll(() => broker.close())

const send = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'PATCH' | 'POST' = 'GET',
  payload?: string,
) => broker.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })

const bearer = () => ({ authorization: `Bearer ${broker.login()}` })

describe('a path', () => {
  it.each([
    ['application/json, text/plain, */*', '{"code":"NOT_FOUND","message":"Request Path Not Found"}'],
    ['text/plain', '404 - NOT FOUND'],
    [
      'text/html',
      '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>',
    ],
  ])('that nobody knows is 404 without a token, as %s', async (accept, body) => {
    const answer = await send('/api/v5/no-such-path', { accept })
    expect([answer.statusCode, answer.payload]).toEqual([404, body])
  })

  it('that only EMQX knows says which broker lacks it', async () => {
    const answer = await broker.ask('GET', '/source_types/none')
    expect(answer).toEqual({
      status: 404,
      body: {
        code: 'NOT_FOUND',
        message: 'The embedded broker does not offer /source_types/none',
      },
    })
  })

  it.each([
    ['PATCH', '/cluster', 'GET'],
    ['HEAD', '/nodes', 'GET'],
    ['GET', '/login', 'POST'],
    ['GET', '/users/ops', 'DELETE, PUT'],
  ] as const)('with the wrong method (%s %s) is an empty 405 that allows %s', async (method, path, allow) => {
    const answer = await send(`/api/v5${path}`, bearer(), method)
    expect([answer.statusCode, answer.payload, answer.headers['allow']]).toEqual([405, '', allow])
  })

  it('may end with a slash, and its parameters are taken as they are', async () => {
    expect((await send('/api/v5/cluster/', bearer())).statusCode).toBe(200)
    const answer = await broker.ask('GET', `/nodes/${encodeURIComponent('a/b%2F ü')}`)
    expect(answer.body).toEqual({ code: 'NOT_FOUND', message: 'Node not found: a/b%2F ü' })
  })

  it('with a broken escape is an empty 400', async () => {
    const inPath = await send('/api/v5/clients/%zz', bearer())
    const inQuery = await send('/api/v5/clients?like_clientid=%zz', bearer())
    for (const answer of [inPath, inQuery]) expect([answer.statusCode, answer.payload]).toEqual([400, ''])
  })
})

describe('authorization', () => {
  it.each([
    ['', 401, 'AUTHORIZATION_HEADER_ERROR'],
    ['Bearer garbage', 401, 'BAD_TOKEN'],
    [`Basic ${Buffer.from('admin:public').toString('base64')}`, 401, 'BAD_API_KEY_OR_SECRET'],
    [`Basic ${Buffer.from('admin').toString('base64')}`, 400, undefined],
    ['Basic !!!', 400, undefined],
    ['Bearer ', 400, undefined],
    ['Digest abc', 400, undefined],
  ])('of %j is refused with %s %s', async (authorization, status, code) => {
    const answer = await send('/api/v5/cluster', authorization === '' ? {} : { authorization })
    expect(answer.statusCode).toBe(status)
    expect(answer.payload === '' ? undefined : answer.json()['code']).toBe(code)
  })

  it('ends an hour after the last use of a token', async () => {
    const token = broker.context.tokens.issue('admin')
    const ask = async () => {
      const answer = await send('/api/v5/cluster', { authorization: `Bearer ${token}` })
      return answer.statusCode === 200 ? 200 : answer.json()['code']
    }
    clock.advance(59 * 60_000)
    expect(await ask()).toBe(200)
    clock.advance(59 * 60_000)
    expect(await ask()).toBe(200)
    clock.advance(61 * 60_000)
    expect(await ask()).toBe('TOKEN_TIME_OUT')
    expect(await ask()).toBe('TOKEN_TIME_OUT')
  })
})

describe('a body', () => {
  const post = (payload: string, type = 'application/json') =>
    send(
      '/api/v5/publish',
      { authorization: `Bearer ${broker.context.tokens.issue('admin')}`, 'content-type': type },
      'POST',
      payload,
    )

  it.each([
    ['{"topic":', 'Invalid json message received'],
    ['{"payload":"x"}', { reason: 'required_field', path: 'root.topic' }],
    ['{"topic":"a","payload":"x","foo":1}', { unknown: 'foo', reason: 'unknown_fields', path: 'root' }],
    [
      '{"topic":"a","payload":{"a":1}}',
      { value: { a: 1 }, reason: { expected: 'binary()' }, path: 'root.payload' },
    ],
    ['{"topic":"a","payload":"x","qos":3}', { value: 3, reason: 'Unable to parse string', path: 'root.qos' }],
    ['{"topic":"a","payload":"x","payload_encoding":"hex"}', { reason: 'not_a_enum_symbol' }],
  ])('%s is refused as BAD_REQUEST that says %j', async (payload, said) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    const { code, message } = answer.json()
    expect(code).toBe('BAD_REQUEST')
    if (typeof said === 'string') expect(message).toBe(said)
    else expect(JSON.parse(message)).toMatchObject({ ...said, kind: 'validation_error' })
  })

  it('with several faults names them all, list items counted from 1', async () => {
    const answer = await broker.ask('POST', '/banned', {})
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/root\.as.*root\.who/) },
    })
    const bulk = await broker.ask('POST', '/publish/bulk', [{ topic: 'a', payload: 'x', qos: 9 }])
    expect(bulk).toMatchObject({ status: 400, body: { message: expect.stringContaining('"root.1.qos"') } })
  })

  it('of another type is 415', async () => {
    const answer = await post('{}', 'text/plain')
    expect([answer.statusCode, answer.json()['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('that is a form is read by nobody but uploads', async () => {
    const form = 'multipart/form-data; boundary=x'
    const asked = await send('/api/v5/login', { 'content-type': form }, 'POST', 'x'.repeat(20_000_000))
    expect([asked.statusCode, asked.json()['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const headers = { 'content-type': form, ...bearer() }
    const uploaded = await send('/api/v5/data/files', headers, 'POST', 'no form at all')
    expect([uploaded.statusCode, uploaded.json()['message']]).toEqual([
      400,
      'Missing required parameter: filename',
    ])
  })
})
