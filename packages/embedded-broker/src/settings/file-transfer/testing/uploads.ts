import { createHash } from 'node:crypto'
import { fileTransfer, placeOfFile } from '@brokerdeck/contract/settings/file-transfer.ts'
import type { MqttClient, Packet } from 'mqtt'
import * as v from 'valibot'
import { expect, onTestFinished } from 'vitest'
import { connectClient } from '../../../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../../../testing/test-broker.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const listSchema = fileTransfer.files.response[200]

export async function start(options: Parameters<typeof createTestBroker>[0] = {}) {
  const broker = await createTestBroker({ edition: 'enterprise', ...options })
  onTestFinished(() => broker.close())
  await broker.ask('PUT', '/file_transfer', { enable: true })
  return broker
}

export async function connect(broker: TestBroker, clientId = 'meter') {
  const client = await connectClient(broker.context.cluster, { clientId, protocolVersion: 5 })
  onTestFinished(() => client.endAsync(true))
  return client
}

/** Resolves with the reason code of the PUBACK, if the broker sends a PUBACK. */
export async function send(
  client: MqttClient,
  topic: string,
  payload: string | Buffer = '',
  qos: 0 | 1 | 2 = 1,
) {
  let code: number | undefined
  const hear = (packet: Packet) => {
    if (packet.cmd === 'puback') code = packet.reasonCode ?? 0
  }
  client.on('packetreceive', hear)
  // The client throws an error for codes from 0x80 on.
  await client.publishAsync(topic, payload, { qos }).catch(() => undefined)
  client.off('packetreceive', hear)
  return code
}

export async function upload(
  client: MqttClient,
  fileid: string,
  { name = fileid, bytes = Buffer.from('hello') } = {},
) {
  const codes = [
    await send(client, `$file/${fileid}/init`, JSON.stringify({ name, size: bytes.length })),
    await send(client, `$file/${fileid}/0/${sha256(bytes.subarray(0, 3))}`, bytes.subarray(0, 3)),
    await send(client, `$file/${fileid}/3`, bytes.subarray(3)),
    await send(client, `$file/${fileid}/fin/${bytes.length}/${sha256(bytes)}`),
  ]
  expect(codes).toEqual([0, 0, 0, 0])
}

export async function list(broker: TestBroker, query = '') {
  const { body } = await broker.ask('GET', `/file_transfer/files${query}`)
  return v.parse(listSchema, body)
}

export async function download(broker: TestBroker, uri: string | undefined) {
  const place = new URLSearchParams(placeOfFile(uri))
  return broker.app.inject({
    url: `/api/v5/file_transfer/file?${place}`,
    headers: { authorization: `Bearer ${broker.login()}` },
  })
}
