import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import { expect, it } from 'vitest'
import { rawRequest } from '#testing/raw-request.ts'
import { listen, makeApp } from '#testing/serve-app.ts'
import { readOnlyRefusal } from './restrictions.ts'

async function start(readOnly: boolean, closed: readonly Restriction[] = []): Promise<string> {
  const app = await makeApp({
    basePath: '/a/b/',
    readOnly,
    closed,
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

it.each([
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/message/a%2Fb'],
  ['payloads', 'HEAD /a/b/api/v5/mqtt/retainer/message/a'],
  ['payloads', 'GET /a/b/api/v5/mqtt/delayed/messages/emqx@a/1'],
  ['payloads', 'GET /a/b/api/v5/clients/x%2Fy/mqueue_messages'],
  ['payloads', 'GET /a/b/api/v5/clients/x/inflight_messages?payload=base64'],
  ['payloads', 'GET /a/b/api/v5/clients/x/mqueue_messages?payload=none&%70ayload=plain'],
  ['payloads', 'GET /a/b/api/v5/clients/x/mqueue_messages#?payload=none'],
  ['payloads', 'GET /a/b/api/v5/clients/x/mqueue_messages?payload=none#'],
  ['payloads', 'GET /a/b/api/v5/clients/x/mqueue_messages??payload=none'],
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/message/plant%2Fall_messages?payload=none'],
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/%6dessage/api%2Fv5%2Fx'],
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/%6dessage/%2Fapi%2Fv5%2Fx'],
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/%6dessage/%2F'],
  ['payloads', 'GET /a/b/api/v5/clients/a%2Fapi%2Fv5%2Fb/%6dqueue_messages'],
  ['payloads', 'GET /a/b/api/v5/trace/x/log'],
  ['payloads', 'GET /a/b/api/v5/trace/x/download'],
  ['payloads', 'GET /a/b/api/v5/data/files/x.tar.gz'],
  ['payloads', 'GET /a/b/api/v5/file_transfer/file?fileref=x'],
  ['payloads', 'POST /a/b/api/v5/gateways/coap/clients/x/request'],
  ['payloads', 'GET /a/b/api/v5/gateways/lwm2m/clients/x/lookup'],
  ['payloads', 'GET /a/b/%61pi/v5/trace/x/log'],
  ['payloads', 'GET /a/b/api/v5/mqtt/retainer/messag%2565/a'],
  ['payloads', 'GET /a/b/api/v5/mqtt//retainer/message/a'],
  ['payloads', 'GET /a/b/api/v5/clients/../trace/x/log'],
  ['payloads', 'GET /a/b/api/v5/clients/%2e%2e/trace/x/log'],
  ['publish', 'POST /a/b/api/v5/publish'],
  ['publish', 'POST /a/b/api/v5/publish/bulk'],
  ['publish', 'POST /a/b/api/v5/publish/'],
  ['publish', 'POST /a/b/api/v5/%70ublish'],
  ['publish', 'POST /a/b/api/v5/rules/a/test'],
  ['publish', 'POST /a/b/api/v5/gateways/lwm2m/clients/x/write'],
  ['export', 'GET /a/b/api/v5/data/files/x.tar.gz'],
  ['export', 'GET /a/b/api/v5/trace/x/download'],
  ['export', 'GET /a/b/api/v5/file_transfer/file?fileref=x'],
] as const)('with %s closed refuses: %s', async (closed, line) => {
  const [method, path = ''] = line.split(' ')
  const refused = await rawRequest(await start(false, [closed]), path, { method })
  expect(refused.status).toBe(403)
  if (method !== 'HEAD')
    expect(refused.body.toString()).toMatch(/"code":"(PAYLOADS_HIDDEN|PUBLISH_OFF|EXPORT_OFF)"/)
  expect((await rawRequest(await start(false), path, { method })).status).not.toBe(403)
})

it.each([
  'GET /a/b/api/v5/clients/x/mqueue_messages?limit=1&payload=none',
  'GET /a/b/api/v5/clients/x/mqueue_messages?payload=none',
  'GET /a/b/api/v5/mqtt/retainer/messages?page=1',
  'DELETE /a/b/api/v5/mqtt/retainer/message/a',
  'GET /a/b/api/v5/mqtt/delayed/messages',
  'GET /a/b/api/v5/data/files',
  'POST /a/b/api/v5/data/export',
  'GET /a/b/api/v5/trace/x/log_detail',
  'POST /a/b/api/v5/rule_test',
  'POST /a/b/api/v5/login',
  'PUT /a/b/api/v5/rules/publish',
])('with all closed lets through: %s', async (line) => {
  const [method, path = ''] = line.split(' ')
  const url = await start(false, ['payloads', 'publish', 'export'])
  expect((await rawRequest(url, path, { method })).status).toBe(200)
})

it.each(['payloads', 'publish'] as const)('with %s closed nobody speaks MQTT through it', async (closed) => {
  const answer = await fetch(`${await start(false, [closed])}/a/b/mqtt`, {
    headers: { accept: 'application/json' },
  })
  expect(answer.status).toBe(403)
})
