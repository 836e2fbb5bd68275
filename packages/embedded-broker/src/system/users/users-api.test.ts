import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ clock: manualClock() })
})

afterEach(() => broker.close())

const ops = { username: 'ops', password: 'Passw0rd!', description: 'Night shift' }
const names = () => broker.context.users.list().map((user) => user.username)

it('creates, describes and removes a user', async () => {
  const made = { username: 'ops', description: 'Night shift' }
  expect(await broker.ask('POST', '/users', { ...ops, role: 'viewer' })).toEqual({ status: 200, body: made })
  expect(await broker.ask('GET', '/users')).toMatchObject({ body: [{ username: 'admin' }, made] })
  const changed = await broker.ask('PUT', '/users/ops', { description: 5 })
  expect(changed.body).toEqual({ username: 'ops', description: '5' })
  expect((await broker.ask('DELETE', '/users/ops')).status).toBe(204)
  expect(names()).toEqual(['admin'])
  expect(await broker.ask('DELETE', '/users/ops')).toMatchObject({
    status: 404,
    body: { code: 'USER_NOT_FOUND' },
  })
})

it.each([
  [{ ...ops, username: 'two words' }, 'Bad Username. Only upper and lower case letters'],
  [{ ...ops, username: '' }, 'Username or password undefined'],
  [{ ...ops, password: 'Ab1!' }, 'The range of password length is 8~64'],
  [{ ...ops, password: 'Ab1!'.repeat(17) }, 'The range of password length is 8~64'],
  [{ ...ops, password: 'abcdefghij' }, 'Bad password. At least two different kind of characters'],
  [{ ...ops, password: '1234567890' }, 'Bad password. At least two different kind of characters'],
  [{ ...ops, password: 'Pässwörd123' }, 'Only ascii characters are allowed in the password'],
  [{ ...ops, username: 'admin' }, 'username_already_exists'],
  [{ username: 'ops', password: 'Passw0rd!' }, '"path":"description"'],
])('refuses to create %j', async (body, message) => {
  expect(await broker.ask('POST', '/users', body)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: expect.stringContaining(message) },
  })
  expect(names()).toEqual(['admin'])
})

it('does not let two of the same name in at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => broker.ask('POST', '/users', ops)))
  expect(answers.map((one) => one.status).sort()).toEqual([200, 400, 400])
})

it('protects the default user and the asking one from removal', async () => {
  await broker.ask('POST', '/users', ops)
  const token = broker.context.tokens.issue('ops')
  const remove = async (name: string) => {
    const url = `/api/v5/users/${name}`
    return (
      await broker.app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${token}` } })
    ).json()
  }
  expect(await remove('admin')).toEqual({ code: 'NOT_ALLOWED', message: 'Cannot delete user <<"admin">>' })
  expect(await remove('ops')).toEqual({ code: 'NOT_ALLOWED', message: 'Cannot delete self' })
  expect(names()).toEqual(['admin', 'ops'])
})

it('changes a password and ends the sessions of that user', async () => {
  await broker.ask('POST', '/users', ops)
  const token = broker.context.tokens.issue('ops')
  const change = (old_pwd: string, new_pwd: string, name = 'ops') =>
    broker.ask('POST', `/users/${name}/change_pwd`, { old_pwd, new_pwd })
  expect(await change('wrong-1!', 'NewPassw0rd!')).toMatchObject({ body: { code: 'ERROR_PWD_NOT_MATCH' } })
  expect(await change('Passw0rd!', 'abc')).toMatchObject({ status: 400 })
  expect(await change('Passw0rd!', '')).toMatchObject({
    body: { message: 'Old password or new password undefined' },
  })
  expect(await change('x', 'NewPassw0rd!', 'ghost')).toMatchObject({ status: 404 })
  expect(broker.context.tokens.use(token)).toMatchObject({ username: 'ops' })
  expect((await change('Passw0rd!', 'NewPassw0rd!')).status).toBe(204)
  expect(broker.context.tokens.use(token)).toBe('unknown')
  expect(await broker.context.users.matches('ops', 'NewPassw0rd!')).toBe(true)
})

it('ends the sessions of a removed user', async () => {
  await broker.ask('POST', '/users', ops)
  const token = broker.context.tokens.issue('ops')
  await broker.ask('DELETE', '/users/ops')
  expect(broker.context.tokens.use(token)).toBe('unknown')
})

it('gives nobody back who is deleted, or a role that is taken away, while a password is hashed', async () => {
  const { users } = broker.context
  for (const name of ['gone', 'less']) {
    await users.create(name, 'Passw0rd!', { description: '', role: 'administrator' })
  }
  const setting = ['gone', 'less'].map((name) => users.setPassword(name, 'Other-1234'))
  await users.remove('gone')
  await users.change('less', { description: '', role: 'viewer' })
  expect(await Promise.all(setting)).toEqual([false, true])
  expect(names()).toEqual(['admin', 'less'])
  expect(users.getRole('less')).toBe('viewer')
  expect(await users.matches('less', 'Other-1234')).toBe(true)
})

it('finds no password right that is none any more once it was looked at', async () => {
  const { users } = broker.context
  await users.create('ops', 'Passw0rd!', { description: '', role: 'viewer' })
  const isRight = users.matches('ops', 'Passw0rd!')
  await users.remove('ops')
  expect(await isRight).toBe(false)
})
