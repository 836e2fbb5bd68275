import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { formPayload } from '../../testing/form-payload.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
const id = 'password_based:built_in_database'

beforeEach(async () => {
  const made = await createTestBroker()
  broker = made
  onTestFinished(() => made.close())
  await made.ask('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
})

const add = (user_id: string, is_superuser = false) =>
  broker.ask('POST', `/authentication/${id}/users`, { user_id, password: 'p', is_superuser })
const names = ({ body }: { readonly body: unknown }) =>
  Object(body).data.map((user: { user_id: string }) => user.user_id)

test('users are listed page by page, the last name first, and found by a part or by their rank', async () => {
  for (const name of ['anna', 'bert', 'b+rt', 'cleo']) await add(name, name === 'cleo')
  const all = await broker.ask('GET', `/authentication/${id}/users?page=1&limit=3`)
  expect(names(all)).toEqual(['cleo', 'bert', 'b+rt'])
  expect(all.body).toMatchObject({ meta: { page: 1, limit: 3, count: 4, hasnext: true } })
  const alike = await broker.ask(
    'GET',
    `/authentication/${id}/users?like_user_id=${encodeURIComponent('b+')}`,
  )
  expect(names(alike)).toEqual(['b+rt'])
  expect(alike.body).toMatchObject({ meta: { hasnext: false } })
  expect(Object(alike.body).meta.count).toBeUndefined()
  expect(names(await broker.ask('GET', `/authentication/${id}/users?is_superuser=true`))).toEqual(['cleo'])
  expect((await broker.ask('GET', `/authentication/${id}/users?is_superuser=yes`)).status).toBe(400)
})

test('a user is added, read, changed and removed', async () => {
  expect(await add('root device', true)).toEqual({
    status: 201,
    body: { user_id: 'root device', is_superuser: true },
  })
  const who = encodeURIComponent('root device')
  const read = await broker.ask('GET', `/authentication/${id}/users/${who}`)
  expect(read.body).toEqual({ user_id: 'root device', is_superuser: true })
  const changed = await broker.ask('PUT', `/authentication/${id}/users/${who}`, { password: 'q' })
  expect(changed.body).toEqual({
    user_id: 'root device',
    is_superuser: true,
  })
  expect((await broker.ask('DELETE', `/authentication/${id}/users/${who}`)).status).toBe(204)
  for (const method of ['GET', 'DELETE'] as const) {
    expect(await broker.ask(method, `/authentication/${id}/users/${who}`)).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'User not found' },
    })
  }
})

test.each([
  [{ user_id: 'anna', password: 'x' }, 409, 'User already exists'],
  [{ user_id: '', password: 'x' }, 400, 'User error: invalid_user_id'],
  [{ user_id: 'bert' }, 400, expect.stringContaining('root.password')],
  [{ password: 'x' }, 400, expect.stringContaining('root.user_id')],
  [{ user_id: 'bert', password: 'x', is_superuser: 'maybe' }, 400, expect.stringContaining('boolean')],
])('%j is refused', async (body, status, message) => {
  await add('anna')
  expect(await broker.ask('POST', `/authentication/${id}/users`, body)).toMatchObject({
    status,
    body: { message },
  })
  expect(names(await broker.ask('GET', `/authentication/${id}/users`))).toEqual(['anna'])
})

test('what is hidden behind a password is nowhere to be read', async () => {
  await add('anna')
  const { hash, salt } = Object(broker.context.authentication.users.get(id, 'anna')?.secret)
  const read = JSON.stringify([
    await broker.ask('GET', `/authentication/${id}/users`),
    await broker.ask('GET', `/authentication/${id}/users/anna`),
  ])
  expect(read).not.toContain(hash)
  expect(read).not.toContain(salt)
})

async function importFile(name: string, content: string, type = '') {
  const form = await formPayload('filename', name, new TextEncoder().encode(content))
  const response = await broker.app.inject({
    method: 'POST',
    url: `/api/v5/authentication/${id}/import_users?type=${type}`,
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${broker.login()}` },
  })
  return { status: response.statusCode, body: response.json() }
}

const head = 'user_id,password,is_superuser\n'
const hashed = '37ad9a8c3ccfb3949ab654549b2b3be9d16f6adc6372d112fe0bd2a488529938'

test.each([
  ['a.csv', `${head}a,p,true\nb,p,false\n`, 'plain', { total: 2, success: 2, override: 0 }],
  ['a.csv', `${head}anna,p,true\nx,p,false\nx,q,false\n`, 'plain', { total: 3, success: 1, override: 2 }],
  ['a.csv', `\uFEFFuser_id,password\r\n"a,""b""","p\nq"\r\n`, 'plain', { total: 1, success: 1 }],
  ['a.json', '[{"user_id":"j1","password":"p","is_superuser":true}]', 'plain', { total: 1, success: 1 }],
  [
    'a.csv',
    `user_id,password_hash,salt,is_superuser\nh,${hashed},s,true\n`,
    'hash',
    { total: 1, success: 1 },
  ],
  ['a.csv', `user_id,password_hash,salt,is_superuser\nh,${hashed},s,true\n`, undefined, { total: 1 }],
])('%s with %j as %s is taken in', async (name, content, type, counts) => {
  await add('anna')
  const answer = await importFile(name, content, type)
  expect(answer).toMatchObject({ status: 200, body: { failed: 0, skipped: 0, ...counts } })
})

test.each([
  ['a.csv', `${head}a,p,\n`, 'plain', 'bad_format'],
  ['a.csv', `${head}a,p,true\nbroken\n`, 'plain', 'bad_format'],
  ['a.csv', `${head},p,true\n`, 'plain', 'bad_format'],
  ['a.csv', 'a,p,true\n', 'plain', 'empty_users'],
  ['a.csv', '', 'plain', 'empty_users'],
  ['a.csv', `${head}a,p,true\n`, 'hash', '"hash_import_requires_password_hash_field"'],
  ['a.csv', `${head}a,p,true\n`, 'md5', '"hash_import_requires_password_hash_field"'],
  ['a.json', '{"user_id": "j4"', 'plain', '{17,truncated_json}'],
  ['a.json', '[{"user":"x"}]', 'plain', 'bad_format'],
  ['a.txt', `${head}a,p,true\n`, 'plain', '{unsupported_file_format,<<".txt">>}'],
])('%s with %j as %s is refused as a whole', async (name, content, type, message) => {
  expect(await importFile(name, content, type)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message },
  })
  expect(names(await broker.ask('GET', `/authentication/${id}/users`))).toEqual([])
})

test('a list may come as JSON; what is no list or no form is refused', async () => {
  const path = `/authentication/${id}/import_users?type=plain`
  const rows = [
    { user_id: 'a', password: 'p' },
    { user_id: 'a', password: 'q' },
  ]
  expect(await broker.ask('POST', path, rows)).toMatchObject({
    status: 200,
    body: { total: 2, success: 1, override: 1 },
  })
  expect((await broker.ask('POST', path, rows[0])).status).toBe(400)
  const strange = await formPayload('file', 'a.csv', new TextEncoder().encode(head))
  const response = await broker.app.inject({
    method: 'POST',
    url: `/api/v5${path}`,
    ...strange,
    headers: { ...strange.headers, authorization: `Bearer ${broker.login()}` },
  })
  expect(response.json()).toMatchObject({ message: 'Missing required parameter: filename' })
})

test('an authenticator without users of its own refuses to speak of any', async () => {
  await broker.ask('POST', '/authentication', { mechanism: 'jwt', algorithm: 'hmac-based', secret: 's' })
  const unsupported = 'Operation not supported in this authentication type'
  expect(await broker.ask('GET', '/authentication/jwt/users')).toMatchObject({
    body: { message: unsupported },
  })
  expect((await broker.ask('GET', '/authentication/scram:built_in_database/users')).status).toBe(404)
})

test('a hundred thousand users are taken in, and the broker answers others meanwhile', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `device-${at},secret-${at},false`)
  let isTaken = false
  const importing = importFile('many.csv', `${head}${rows.join('\n')}\n`, 'plain').finally(() => {
    isTaken = true
  })
  expect((await broker.ask('GET', '/authentication')).status).toBe(200)
  expect(isTaken).toBe(false)
  expect(await importing).toMatchObject({ status: 200, body: { total: 100_000, success: 100_000 } })
  const page = await broker.ask('GET', `/authentication/${id}/users?page=1000&limit=100`)
  expect(Object(page.body)).toMatchObject({ meta: { count: 100_000, hasnext: false } })
})

test('no user stays behind of an import during which the authenticator is deleted', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => `device-${at},secret-${at},true`)
  const importing = importFile('many.csv', `${head}${rows.join('\n')}\n`, 'plain')
  await expect.poll(() => broker.context.authentication.users.list(id).length).toBeGreaterThan(0)
  await broker.ask('DELETE', `/authentication/${id}`)
  expect(await importing).toMatchObject({ status: 404 })
  expect(broker.context.authentication.users.list(id)).toEqual([])
})

test('a password that is changed while its user is deleted brings nobody back', async () => {
  await add('anna')
  await broker.ask('PUT', `/authentication/${id}`, {
    mechanism: 'password_based',
    backend: 'built_in_database',
    password_hash_algorithm: { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1_000_000 },
  })
  const { users } = broker.context.authentication
  const lookedUp = vi.spyOn(users, 'get')
  const changing = broker.ask('PUT', `/authentication/${id}/users/anna`, { password: 'q' })
  await expect.poll(() => lookedUp.mock.calls.length, { interval: 1 }).toBe(1)
  await broker.ask('DELETE', `/authentication/${id}/users/anna`)
  expect(await changing).toMatchObject({ status: 404 })
  expect(users.get(id, 'anna')).toBeUndefined()
})

test('users go with their authenticator', async () => {
  await add('anna')
  await broker.ask('DELETE', `/authentication/${id}`)
  expect(broker.context.authentication.users.list(id)).toEqual([])
})
