import { expect, it } from 'vitest'
import { readOnlyRefusal } from './read-only.ts'
import { rawRequest } from './testing/raw-request.ts'
import { listen, makeApp } from './testing/serve-app.ts'

async function start(readOnly: boolean): Promise<string> {
  const app = await makeApp({
    basePath: '/a/b/',
    readOnly,
    api: async (scope) => {
      scope.all('/api/v5/*', async () => 'done')
    },
  })
  return listen(app)
}

it.each([
  'GET /a/b/api/v5/clients',
  'OPTIONS /a/b/api/v5/clients',
  'POST /a/b/api/v5/login',
  'POST /a/b/api/v5/logout?x=1',
  'POST /a/b/api/v5/sso/login/ldap',
  'POST /a/b/api/v5/sso/login/oidc',
  'POST /a/b/api/v5/sso/saml/acs',
])('lets through: %s', async (line) => {
  const [method, path = ''] = line.split(' ')
  expect((await rawRequest(await start(true), path, { method })).status).toBe(200)
})

it.each([
  'DELETE /a/b/api/v5/clients/x',
  'POST /a/b/api/v5/publish',
  'PUT /a/b/api/v5/configs',
  'PATCH /a/b/api/v5/users/x',
  'DELETE /a/b/api/v5/login',
  'PUT /a/b/api/v5/sso/ldap',
  'POST /a/b/api/v5/sso/login/ldap/x',
  'POST /a/b/api/v5/login/x',
  'POST /a/b/api/v5/login/../publish',
  'POST /a/b/api/v5/%6cogin',
  'POST /a/b/%61pi/v5/publish',
])('refuses: %s', async (line) => {
  const [method, path = ''] = line.split(' ')
  const refused = await rawRequest(await start(true), path, { method })
  expect(refused.status).toBe(403)
  expect(JSON.parse(refused.body.toString())).toEqual(readOnlyRefusal)
  expect((await rawRequest(await start(false), path, { method })).status).not.toBe(403)
})
