import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLineProtocol } from '@brokerdeck/contract/integration/line-protocol.ts'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { localService } from '../../testing/local-service.ts'
import { programOf, serverDirectory, startProcess } from '../../testing/server-process.ts'
import { rowOf, runningAction, runningConnector } from '../testing/running.ts'
import { influxdbDriver, renderLines } from './influxdb-driver.ts'

const lines = (syntax: string, fields: Parameters<typeof rowOf>[0], precision: 'ms' | 'ns' = 'ms') =>
  renderLines(parseLineProtocol(syntax), rowOf(fields), precision)

test.each([
  [
    '${topic},clientid=${clientid} payload=${payload},qos=${qos}i,ok=${ok} ${timestamp}',
    'a\\ b,clientid=c\\,1 payload="say \\"x\\"",qos=1i,ok=true 5',
  ],
  ['m v="${clientid} is ${qos}",n=${f} 7', 'm v="c,1 is 1",n=1.5 7'],
  ['m,gone=${gone},t=x v=1,w=${gone} 7', 'm,t=x v=1 7'],
])('%s', (syntax, line) => {
  const row = { topic: 'a b', clientid: 'c,1', payload: 'say "x"', qos: 1n, ok: true, f: 1.5, timestamp: 5n }
  expect(lines(syntax, row)).toEqual([line])
})

const special = fc.constantFrom('"', '\\', ',', ' ', '=', '\n', '\r', 'a')

test('A value never begins another line, field or tag', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: special })), (text) => {
      const [line = ''] = lines('m,t=${x} v=${x} 1', { x: `a${text}` })
      // Outside a quoted value a quote is an ordinary character.
      expect(line).toMatch(/^m,t=(?:[^\\ ,=\n]|\\.)+ v="(?:[^"\\]|\\.)*" 1$/s)
    }),
  )
})

test('What has no fields, or is no line at all, is refused', () => {
  expect(lines('m v=${gone} 1', {})).toEqual([])
  expect(() => parseLineProtocol('measurement only')).toThrow('no name and value')
  expect(() => parseLineProtocol('measurement')).toThrow('no line of the line protocol')
})

test('The interface of version 2 is asked with token, organisation, bucket and precision', async () => {
  const service = await localService(({ url, headers }) =>
    url === '/ping' || headers['authorization'] === 'Token t'
      ? { status: 204 }
      : { status: 401, body: { code: 'unauthorized' } },
  )
  const server = service.url.replace('http://', '')
  const parameters = { influxdb_type: 'influxdb_api_v2', bucket: 'b', org: 'o', token: 't' }
  const running = await runningConnector(influxdbDriver, { server, parameters })
  expect(running.connector.health).toEqual({ status: 'connected' })
  const { send, metrics } = await runningAction(running, { write_syntax: 'm v=${n}i ${at}', precision: 's' })
  send(rowOf({ n: 4n, at: 100n }))
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 1 }))
  expect(service.heard.at(-1)).toMatchObject({
    url: '/api/v2/write?org=o&bucket=b&precision=s',
    body: 'm v=4i 100',
  })
  const wrong = await runningConnector(influxdbDriver, { server, parameters: { ...parameters, token: 'no' } })
  expect(wrong.connector.health).toMatchObject({ status: 'disconnected', reason: /^\{not_authorized,/ })
})

test('A server that is not there is said to be so', async () => {
  const parameters = { influxdb_type: 'influxdb_api_v1', database: 'mqtt' }
  const running = await runningConnector(influxdbDriver, {
    server: `127.0.0.1:${await freePort()}`,
    parameters,
  })
  expect(running.connector.health).toEqual({
    status: 'disconnected',
    reason: '{connect_failed,econnrefused}',
  })
})

const influxd = programOf('influxd')

needing('influxd', influxd !== undefined)(
  'Points arrive in a real InfluxDB, in batches; what it refuses has failed',
  async () => {
    const directory = serverDirectory(onTestFinished)
    const [port, rpc] = [await freePort(), await freePort()]
    const config = join(directory, 'influxdb.conf')
    const places = ['meta', 'data'].map((name) => `[${name}]\ndir = "${directory}/${name}"`).join('\n')
    writeFileSync(
      config,
      `reporting-disabled = true\nbind-address = "127.0.0.1:${rpc}"\n${places}\nwal-dir = "${directory}/wal"\n[http]\nbind-address = "127.0.0.1:${port}"\n`,
    )
    await startProcess(influxd ?? '', ['-config', config], port, { atEnd: onTestFinished })
    const server = `127.0.0.1:${port}`
    const query = async (q: string) =>
      (await fetch(`http://${server}/query?db=mqtt&${new URLSearchParams({ q })}`, { method: 'POST' })).text()
    await query('CREATE DATABASE mqtt')
    const parameters = { influxdb_type: 'influxdb_api_v1', database: 'mqtt' }
    const running = await runningConnector(influxdbDriver, { server, parameters })
    expect(running.connector.health).toEqual({ status: 'connected' })
    const syntax = {
      write_syntax: '${topic},clientid=${clientid} n=${n}i,payload=${payload} ${at}',
      precision: 'ms',
    }
    const options = { batch_size: 10, batch_time: '1s', worker_pool_size: 1 }
    const { send, metrics } = await runningAction(running, syntax, options)
    for (let n = 0n; n < 30n; n++)
      send(rowOf({ topic: 'a b', clientid: 'c,1', n, payload: 'say "x"', at: 1_700_000_000_000n + n }))
    await eventually(() => expect(metrics.figures).toMatchObject({ success: 30, failed: 0 }))
    expect(await query('select count(n), sum(n), last(payload) from "a b" where clientid=\'c,1\'')).toContain(
      '30,435,"say \\"x\\""',
    )
    const other = await runningAction(running, { write_syntax: 'other v=${v} ${at}' })
    other.send(rowOf({ v: 1n, at: 1n }))
    await eventually(() => expect(other.metrics.figures).toMatchObject({ success: 1 }))
    other.send(rowOf({ v: 'a text', at: 2n }))
    await eventually(() => expect(other.metrics.figures).toMatchObject({ success: 1, failed: 1 }))
  },
)
