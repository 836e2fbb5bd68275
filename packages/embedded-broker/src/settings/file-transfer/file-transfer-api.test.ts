import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'
import { toPath } from './file-path.ts'

import { connect, download, list, send, sha256, start, upload } from './testing/uploads.ts'

it('puts together what a client sends, and gives it back byte by byte', async () => {
  const broker = await start()
  const client = await connect(broker)
  const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => at % 251))
  expect(await send(client, '$file/f1/init', JSON.stringify({ name: 'f1.bin', user_data: { a: 1 } }))).toBe(0)
  // The segments may arrive in any order.
  for (const at of [2, 0, 1]) {
    expect(
      await send(client, `$file/f1/${at * 1_000_000}`, bytes.subarray(at * 1_000_000, (at + 1) * 1_000_000)),
    ).toBe(0)
  }
  expect((await list(broker)).files).toEqual([])
  expect(await send(client, `$file/f1/fin/${bytes.length}`)).toBe(0)
  const { files } = await list(broker)
  expect(files).toMatchObject([
    { clientid: 'meter', fileid: 'f1', name: 'f1.bin', size: 2_500_000, metadata: { user_data: { a: 1 } } },
  ])
  expect(files[0]?.metadata?.checksum).toBe(sha256(bytes).toUpperCase())
  const answer = await download(broker, files[0]?.uri)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/data',
    'content-disposition': 'attachment',
    'content-length': '2500000',
  })
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  // A repeated end does not belong to a new file.
  expect(await send(client, `$file/f1/fin/${bytes.length}`)).toBe(0)
})

it('has a file where EMQX has it', () => {
  const path = toPath({ clientid: 'rec_ft', fileid: 'f1', metadata: { name: 'f1.txt' } })
  expect(path.join('/')).toBe('2A/51/935586C4031FE860D0C7E2A97DE686570163/rec_ft/f1/f1.txt')
})

it('pages from node to node', async () => {
  const broker = await start()
  const client = await connect(broker)
  for (const fileid of ['a', 'b', 'c']) await upload(client, fileid)
  const whole = await list(broker)
  expect(whole.files).toHaveLength(3)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(
      broker,
      `?limit=1${cursor === undefined ? '' : `&following=${encodeURIComponent(cursor)}`}`,
    )
    seen.push(...page.files.map(({ fileid }) => fileid))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(seen).toEqual(whole.files.map(({ fileid }) => fileid))
  expect((await broker.ask('GET', '/file_transfer/files/meter/b')).body).toMatchObject({
    files: [{ fileid: 'b' }],
  })
  expect(await broker.ask('GET', '/file_transfer/files/none/none')).toMatchObject({
    status: 404,
    body: { code: 'FILES_NOT_FOUND', message: 'Files requested for this transfer could not be found' },
  })
  expect(await broker.ask('GET', '/file_transfer/files?following=xx')).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Invalid cursor' },
  })
})

it('refuses what is no transfer, and tells why below the name of the client', async () => {
  const broker = await start()
  const client = await connect(broker)
  const answers: unknown[] = []
  client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())))
  await client.subscribeAsync('$file-response/meter')
  const hostile = [
    ['$file//init', '{"name":"a"}', 'invalid_fileid'],
    ['$file/f/init', '{"name":"../../etc/passwd"}', 'invalid_filemeta'],
    ['$file/f/init', '{"name":".."}', 'invalid_filemeta'],
    ['$file/f/init', '{"name":"a\\u0000b"}', 'invalid_filemeta'],
    ['$file/f/init', `{"name":"${'n'.repeat(241)}"}`, 'invalid_filemeta'],
    ['$file/f/init', `{"name":"a","user_data":${'['.repeat(5000)}`, 'invalid_filemeta'],
    ['$file/f/init', 'no JSON', 'invalid_filemeta_json'],
    ['$file/f/-1', 'x', 'invalid_offset'],
    ['$file/f/99999999999', 'x', 'too_large'],
    [`$file/f/0/${sha256(Buffer.from('y'))}`, 'x', 'checksum_mismatch'],
    ['$file/f/fin/x', '', 'invalid_size'],
    ['$file/f/fin/1', '', 'incomplete'],
    ['$file/f/1/2/3/4', '', 'invalid_file_command'],
  ] as const
  for (const [topic, payload] of hostile) expect(await send(client, topic, payload)).toBe(0x80)
  await expect.poll(() => answers.length).toBe(hostile.length)
  expect(answers).toEqual(
    hostile.map(([topic, , reason_description]) => ({
      vsn: '0.1',
      topic,
      reason_code: 0x80,
      reason_description,
      packet_id: expect.any(Number),
    })),
  )
  expect((await list(broker)).files).toEqual([])
})

it('gives commands to nobody, and obeys those of QoS 1 only', async () => {
  const broker = await start()
  const client = await connect(broker)
  const watcher = await connect(broker, 'watcher')
  const seen: string[] = []
  watcher.on('message', (topic) => seen.push(topic))
  await watcher.subscribeAsync('$file/#')
  for (const qos of [0, 2] as const) await send(client, '$file/f/init', '{"name":"f"}', qos)
  await broker.ask('POST', '/publish', { topic: '$file/f/init', payload: '{"name":"f"}', qos: 1 })
  await send(client, '$file/f/0', 'x')
  expect(await send(client, '$file/f/fin/1')).toBe(0x80)
  // The watcher would have received the commands before this message.
  await broker.ask('PUT', '/file_transfer', { enable: false })
  await send(client, '$file/after')
  await expect.poll(() => seen).toEqual(['$file/after'])
})

it('answers an end that it does not wait for, and says elsewhere that it failed', async () => {
  const broker = await start()
  const client = await connect(broker)
  const answers: unknown[] = []
  client.on('message', (topic, payload) => answers.push([topic, JSON.parse(payload.toString())]))
  await client.subscribeAsync('answers')
  const properties = { responseTopic: 'answers', correlationData: Buffer.from('7') }
  // A failure code in the PUBACK would reject this promise.
  await client.publishAsync('$file-async/f/fin/1', '', { qos: 1, properties })
  await expect
    .poll(() => answers)
    .toMatchObject([['answers', { reason_code: 0x80, reason_description: 'incomplete' }]])
})

it('acknowledges an end before the file is put together', async () => {
  const broker = await start()
  const client = await connect(broker)
  const heard: string[] = []
  client.on('packetreceive', ({ cmd }) => void (cmd === 'puback' && heard.push('acknowledged')))
  client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString()).reason_description))
  const bytes = Buffer.alloc(1_000_000, 'x')
  await send(client, '$file/f/init', '{"name":"f"}')
  for (let at = 0; at < 6; at++) await send(client, `$file/f/${at * bytes.length}`, bytes)
  await client.subscribeAsync('answers')
  heard.length = 0
  const properties = { responseTopic: 'answers' }
  await client.publishAsync('$file-async/f/fin/6000000', '', { qos: 1, properties })
  await expect.poll(() => heard).toEqual(['acknowledged', 'success'])
})

it('forgets what was not finished in its time', async () => {
  const clock = manualClock()
  const broker = await start({ clock })
  const client = await connect(broker)
  await send(client, '$file/short/init', '{"name":"s","segments_ttl":600}')
  await send(client, '$file/long/init', '{"name":"l"}')
  for (const fileid of ['short', 'long']) await send(client, `$file/${fileid}/0`, 'x')
  await clock.advance(2 * 3_600_000)
  expect(await send(client, '$file/short/fin/1')).toBe(0x80)
  expect(await send(client, '$file/long/fin/1')).toBe(0)
})

it('goes on after a start, and leaves nothing lying that belongs to nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const open = () => createTestBroker({ edition: 'enterprise', dataDir })
  const first = await open()
  await first.ask('PUT', '/file_transfer', { enable: true })
  const client = await connectClient(first.context.cluster, { clientId: 'meter', protocolVersion: 5 })
  await upload(client, 'whole', { name: '<img src=x>\u202Egpj.exe' })
  await send(client, '$file/half/init', '{"name":"half"}')
  await send(client, '$file/half/0', 'ha')
  await client.endAsync()
  await first.close()
  expect(await readdir(join(dataDir, 'file_transfer'))).toHaveLength(2)

  const second = await open()
  onTestFinished(() => second.close())
  const { files } = await list(second)
  expect(files).toMatchObject([{ name: '<img src=x>\u202Egpj.exe' }])
  expect((await download(second, files[0]?.uri)).body).toBe('hello')
  const again = await connect(second)
  await send(again, '$file/half/2', 'lf')
  expect(await send(again, '$file/half/fin/4')).toBe(0)
  // The same transfer replaces the first when it is repeated.
  await upload(again, 'whole', { name: '<img src=x>\u202Egpj.exe', bytes: Buffer.from('other') })
  expect(await readdir(join(dataDir, 'file_transfer'))).toHaveLength(2)
})

it('has its settings under the path of all roots, too', async () => {
  const broker = await start()
  const { body } = await broker.ask('GET', '/configs/file_transfer')
  expect(body).toEqual((await broker.ask('GET', '/file_transfer')).body)
  const changed = { ...Object(body), init_timeout: '20s' }
  expect(await broker.ask('PUT', '/configs/file_transfer', changed)).toEqual({ status: 200, body: changed })
  expect(await broker.ask('PUT', '/configs/file_transfer', { enable: 'si' })).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message:
        '{"value":"si","reason":"Unable to parse boolean value","path":"root.enable","kind":"validation_error"}',
    },
  })
})

it('serves nothing while it is off, or where files go to S3', async () => {
  const broker = await start()
  const client = await connect(broker)
  await upload(client, 'f')
  const { files } = await list(broker)
  await broker.ask('PUT', '/file_transfer', { enable: false })
  for (const path of ['/files', '/files/meter/f', '/file?node=a&fileref=b']) {
    expect(await broker.ask('GET', `/file_transfer${path}`)).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable' },
    })
  }
  const s3 = { host: '127.0.0.9', port: 9000, bucket: 'b', secret_access_key: 's' }
  const answer = await broker.ask('PUT', '/file_transfer', {
    enable: true,
    storage: { local: { exporter: { s3 } } },
  })
  expect(JSON.stringify(answer.body)).toContain('"secret_access_key":"******"')
  expect((await broker.ask('GET', '/file_transfer/files')).status).toBe(503)
  expect(await send(client, '$file/g/init', '{"name":"g"}')).toBe(0x80)
  const both = { s3, local: {} }
  expect(
    await broker.ask('PUT', '/file_transfer', { enable: true, storage: { local: { exporter: both } } }),
  ).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('multiple_enabled_backends') },
  })
  await broker.ask('PUT', '/file_transfer', { enable: true })
  expect((await list(broker)).files).toEqual(files)
  for (const fileref of ['none', '../../journal', '/etc/passwd']) {
    const asked = new URLSearchParams({ node: broker.context.cluster.nodes[0]?.name ?? '', fileref })
    expect((await broker.ask('GET', `/file_transfer/file?${asked}`)).status).toBe(404)
  }
})
