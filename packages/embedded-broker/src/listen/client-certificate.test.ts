import { X509Certificate } from 'node:crypto'
import { connectAsync } from 'mqtt'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../certificates/self-signed.ts'
import { createTestBroker } from '../testing/test-broker.ts'
import { readCertificate } from './client-certificate.ts'

/** The subject is C=DE, O=Pumps, "Inc" \\ Söhne, OU=Line 1 and UID=x, an e-mail address, GN=Ann, CN=pump-7. */
const manyParts = `-----BEGIN CERTIFICATE-----
MIICbzCCAhWgAwIBAgIURRdqI9nXi850LdWbNd3e9kXfamcwCgYIKoZIzj0EAwIw
gYsxCzAJBgNVBAYTAkRFMR8wHQYDVQQKDBZQdW1wcywgIkluYyIgXFwgU8O2aG5l
MSAwDQYDVQQLDAZMaW5lIDEwDwYKCZImiZPyLGQBAQwBeDEaMBgGCSqGSIb3DQEJ
ARYLYUBiLmV4YW1wbGUxDDAKBgNVBCoMA0FubjEPMA0GA1UEAwwGcHVtcC03MCAX
DTI2MTEyMjA3MjU1M1oYDzIxMjYxMDI5MDcyNTUzWjCBizELMAkGA1UEBhMCREUx
HzAdBgNVBAoMFlB1bXBzLCAiSW5jIiBcXCBTw7ZobmUxIDANBgNVBAsMBkxpbmUg
MTAPBgoJkiaJk/IsZAEBDAF4MRowGAYJKoZIhvcNAQkBFgthQGIuZXhhbXBsZTEM
MAoGA1UEKgwDQW5uMQ8wDQYDVQQDDAZwdW1wLTcwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARoWLlNb2iaoXf6GFn/YhZykjMreQUleIG9aWDH7ZX2xMj5tkjLpId7
pdvcu4I75JMIb36bMnE9dVhDpjfAs2Yto1MwUTAdBgNVHQ4EFgQUoCdVkXftnQQC
B+nDymozXJhNF/UwHwYDVR0jBBgwFoAUoCdVkXftnQQCB+nDymozXJhNF/UwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA3lMz7txOatxmgX+7bi5i
y3/dXQv0OLeNCb8UhNlaQegCIFTwlBxuUqiIss2ME/+OhJiQ9BvupVvD3xy0kwwo
IzWe
-----END CERTIFICATE-----
`

test('a subject is written as RFC 4514 has it, with the words of EMQX', () => {
  expect(readCertificate(new X509Certificate(manyParts))).toMatchObject({
    commonName: 'pump-7',
    subject: String.raw`CN=pump-7,GIVENNAME=Ann,EMAILADDRESS=a@b.example,OU=Line 1+UID=x,O=Pumps\, \"Inc\" \\\\ Söhne,C=DE`,
  })
})

test('a common name is told without its escapes', () => {
  const { cert } = selfSigned('a,b+c #1', [], [], Date.now())
  expect(readCertificate(new X509Certificate(cert))).toMatchObject({
    commonName: 'a,b+c #1',
    subject: String.raw`CN=a\,b\+c #1`,
  })
})

const zoneSchema = v.looseObject({ mqtt: v.looseObject({}) })

async function secureBroker(mqtt: Readonly<Record<string, unknown>> = {}) {
  const broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0, nodes: 1 })
  onTestFinished(() => broker.close())
  const server = selfSigned('broker', [], ['127.0.0.1'], Date.now())
  const device = selfSigned('pump-7', [], [], Date.now())
  for (const type of ['ssl', 'wss'] as const) {
    const made = await broker.ask('POST', `/listeners/${type}:own`, {
      id: `${type}:own`,
      type,
      bind: '127.0.0.1:0',
      ssl_options: {
        certfile: server.cert,
        keyfile: server.key,
        cacertfile: device.cert,
        verify: 'verify_peer',
        fail_if_no_peer_cert: false,
      },
    })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 })
  }
  const zone = v.parse(zoneSchema, (await broker.ask('GET', '/configs/global_zone')).body)
  const changed = await broker.ask('PUT', '/configs/global_zone', {
    ...zone,
    mqtt: { ...zone.mqtt, ...mqtt },
  })
  expect(changed, JSON.stringify(changed.body)).toMatchObject({ status: 200 })
  const connect = async (type: 'ssl' | 'wss', keys: Partial<typeof device>, clientId = 'dev') => {
    const { bind = '' } =
      broker.context.cluster.nodes[0]?.listeners.find(({ id }) => id === `${type}:own`) ?? {}
    const url = type === 'ssl' ? `mqtts://${bind}` : `wss://${bind}/mqtt`
    const client = await connectAsync(url, {
      clientId,
      protocolVersion: 5,
      reconnectPeriod: 0,
      ca: server.cert,
      ...keys,
      rejectUnauthorized: false,
    })
    onTestFinished(() => client.endAsync(true))
    return client
  }
  return { ...broker, device, connect }
}

test.each(['ssl', 'wss'] as const)('rules over %s speak of what the certificate says', async (type) => {
  const { ask, connect, device } = await secureBroker()
  const rules = '{allow, all, all, ["of/${cert_common_name}/#"]}.\n{deny, all, all, ["of/#"]}.'
  expect(
    await ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules }),
  ).toMatchObject({
    status: 204,
  })
  const granted = async (keys: Partial<typeof device>, clientId: string) => {
    const client = await connect(type, keys, clientId)
    const ask = (topic: string) =>
      client.subscribeAsync(topic).then(
        ([one]) => one?.qos,
        () => 'refused',
      )
    return [await ask('of/pump-7/#'), await ask('of/pump-8/#')]
  }
  expect(await granted(device, 'with')).toEqual([0, 'refused'])
  expect(await granted({}, 'without')).toEqual(['refused', 'refused'])
})

test('a certificate names its client, where the settings say so', async () => {
  const { connect, device, context } = await secureBroker({
    peer_cert_as_username: 'dn',
    peer_cert_as_clientid: 'cn',
  })
  await connect('ssl', device, 'self-chosen')
  await connect('ssl', {}, 'without')
  const seen = [...context.cluster.sessions()].map(({ clientid, username }) => [clientid, username])
  expect(seen).toEqual([
    ['pump-7', 'CN=pump-7'],
    ['without', undefined],
  ])
})

test.each([
  ['pem', /^[A-Za-z0-9+/]{100,}=*$/],
  ['md5', /^[\da-f]{32}$/],
] as const)('%s of a certificate as a username', async (part, written) => {
  const { connect, device, context } = await secureBroker({ peer_cert_as_username: part })
  await connect('ssl', device)
  expect(context.cluster.session('dev')?.username).toMatch(written)
})
