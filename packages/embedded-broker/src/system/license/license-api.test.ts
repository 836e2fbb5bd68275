import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const clock = manualClock()
let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker({ edition: 'enterprise', clock })
})

afterEach(() => broker.close())

it('is an evaluation that no key changes', async () => {
  const before = await broker.ask('GET', '/license')
  expect(before).toMatchObject({ status: 200, body: { type: 'trial', max_sessions: 25 } })
  for (const [body, message] of [
    [{}, 'Invalid request params'],
    [{ key: 'garbage' }, 'Bad license key'],
  ] as const) {
    const answer = await broker.ask('POST', '/license', body)
    expect(answer).toEqual({ status: 400, body: { code: 'BAD_REQUEST', message } })
  }
  expect(await broker.ask('POST', '/license', { key: 'default' })).toEqual(before)
})

it('keeps its watermarks, the low one below the high one', async () => {
  const put = (low: string | undefined, high: string) =>
    broker.ask('PUT', '/license/setting', {
      connection_low_watermark: low,
      connection_high_watermark: high,
    })
  for (const [low, high] of [
    ['90%', '80%'],
    ['low', '80%'],
    ['75%', '180%'],
  ] as const) {
    expect(await put(low, high)).toMatchObject({ status: 400, body: { message: 'Bad license setting' } })
  }
  const after = { connection_low_watermark: '75%', connection_high_watermark: '85%' }
  expect(await put(undefined, '85%')).toEqual({ status: 200, body: after })
  expect((await broker.ask('GET', '/license/setting')).body).toEqual(after)
})

it('raises an alarm at the high watermark and lowers it below the low one', async () => {
  await broker.ask('PUT', '/license/setting', {
    connection_low_watermark: '6%',
    connection_high_watermark: '8%',
  })
  const clients = [await connectClient(broker.context.cluster), await connectClient(broker.context.cluster)]
  const names = () => broker.context.alarms.active().map((alarm) => alarm.name)
  clock.advance(10_000)
  expect(names()).toContain('license_quota')
  for (const client of clients) await client.endAsync()
  clock.advance(10_000)
  expect(names()).not.toContain('license_quota')
})
