import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ edition: 'enterprise' })
  await broker.ask('POST', '/users', {
    username: 'val',
    password: 'Viewer-123',
    role: 'viewer',
    description: 'looks only',
  })
})

afterEach(() => broker.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function ask(authorization: string, method: Method, path: string, body?: object) {
  const answer = await broker.app.inject({
    method,
    url: `/api/v5${path}`,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return answer.statusCode < 300 ? answer.statusCode : answer.json()['code']
}

const forbidden = 'UNAUTHORIZED_ROLE'

describe('a viewer', () => {
  const viewer = () => `Bearer ${broker.context.tokens.issue('val')}`

  it('signs in as one', async () => {
    const answer = await broker.ask('POST', '/login', { username: 'val', password: 'Viewer-123' })
    expect(answer.body).toMatchObject({ role: 'viewer', license: { edition: 'ee' } })
  })

  it('reads everything and changes nothing', async () => {
    const token = viewer()
    for (const path of ['/clients', '/users', '/api_key', '/license', '/sso']) {
      expect(await ask(token, 'GET', path)).toBe(200)
    }
    const user = { role: 'administrator', description: 'mine' }
    expect(await ask(token, 'PUT', '/users/val', user)).toBe(forbidden)
    expect(await ask(token, 'POST', '/publish', { topic: 't', payload: 'x' })).toBe(forbidden)
    expect(await ask(token, 'DELETE', '/clients/none')).toBe(forbidden)
    expect(await ask(token, 'POST', '/rule_test', {})).toBe(forbidden)
    expect(broker.context.users.getRole('val')).toBe('viewer')
  })

  it('changes the own password only, and logs out', async () => {
    const change = { old_pwd: 'Viewer-123', new_pwd: 'Viewer-456' }
    expect(await ask(viewer(), 'POST', '/users/admin/change_pwd', change)).toBe(forbidden)
    expect(await ask(viewer(), 'POST', '/users/val/change_pwd', change)).toBe(204)
    expect(await ask(viewer(), 'POST', '/logout', { username: 'val' })).toBe(204)
  })
})

describe('a role', () => {
  it('that is not sent is administrator, at a change as well, and its change ends the sessions', async () => {
    const token = `Bearer ${broker.context.tokens.issue('val')}`
    expect(await broker.ask('PUT', '/users/val', { description: 'only this' })).toMatchObject({
      body: { role: 'administrator', backend: 'local', description: 'only this' },
    })
    expect(await ask(token, 'GET', '/clients')).toBe('BAD_TOKEN')
  })

  it('has to exist', async () => {
    expect(await broker.ask('PUT', '/users/val', { role: 'king', description: '' })).toMatchObject({
      status: 400,
      body: { message: 'Role does not exist' },
    })
    expect(await broker.ask('PUT', '/users/val?backend=ldap', { description: '' })).toMatchObject({
      status: 404,
    })
    const key = { name: 'k', desc: '', enable: true, role: 'king' }
    expect(await broker.ask('POST', '/api_key', key)).toMatchObject({
      body: { message: expect.stringContaining('Role does not exist') },
    })
  })

  it('of a key binds the program', async () => {
    const keyOf = async (role: 'viewer' | 'publisher' | 'administrator') => {
      const settings = { desc: '', enable: true, role, expiredAt: null }
      const created = await broker.context.apiKeys.create(role, settings)
      return `Basic ${Buffer.from(`${created?.apiKey.key}:${created?.secret}`).toString('base64')}`
    }
    const doings = async (key: string) => [
      await ask(key, 'GET', '/clients'),
      await ask(key, 'POST', '/publish', { topic: 't', payload: 'x' }),
      await ask(key, 'DELETE', '/banned'),
    ]
    expect(await doings(await keyOf('viewer'))).toEqual([200, forbidden, forbidden])
    expect(await doings(await keyOf('publisher'))).toEqual([forbidden, 202, forbidden])
    expect(await doings(await keyOf('administrator'))).toEqual([200, 202, 204])
    const change = { enable: true }
    expect(await broker.ask('PUT', '/api_key/viewer', change)).toMatchObject({
      body: { role: 'administrator' },
    })
  })
})
