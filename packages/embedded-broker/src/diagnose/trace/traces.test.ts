import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmbeddedBroker, type EmbeddedBroker } from '../../embedded-broker.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { traceApi } from './trace-api.ts'

test('traces and their logs survive a restart, and go on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'traces-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = manualClock()
  const open = () =>
    createEmbeddedBroker({ nodes: 2, listen: false, sysInterval: 0, passwordCost: 16, dataDir, clock })
  const publish = ({ context }: EmbeddedBroker, payload: string) =>
    context.cluster.publish({ topic: 'a', payload: Buffer.from(payload), qos: 0, retain: false })
  const readLog = async ({ context }: EmbeddedBroker) => {
    const trace = traceApi.own(context).traces.find('t'.repeat(256))
    const log = trace && traceApi.own(context).traces.collectLogs(trace)?.get('emqx@127.0.0.1')
    return String(await log?.read(0, 10_000))
  }

  const before = await open()
  const times = { startAt: clock.now() / 1000, endAt: clock.now() / 1000 + 60 }
  await traceApi.own(before.context).traces.add({
    name: 't'.repeat(256),
    type: 'topic',
    condition: 'a',
    ...times,
    formatter: 'text',
    payloadEncode: 'text',
  })
  await publish(before, 'one')
  await before.close()

  const after = await open()
  await publish(after, 'two')
  expect(await readLog(after)).toMatch(/^\S+ \[PUBLISH\] .* payload: one\n\S+ \[PUBLISH\] .* payload: two\n$/)
  await traceApi.own(after.context).traces.clear()
  expect(await readdir(join(dataDir, 'trace'))).toEqual([])
  await after.close()

  const last = await open()
  expect(traceApi.own(last.context).traces.list()).toEqual([])
  await last.close()
})
