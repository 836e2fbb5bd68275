import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import type { NotifyFormat } from '#options/health-watch-options.ts'
import { ManualSchedule } from '#testing/manual-schedule.ts'
import { readChanges, startNotified } from '#testing/notified.ts'
import { deadUpstream } from '#testing/upstream-fixture.ts'
import { HealthNotifier } from './health-notifier.ts'
import type { HealthState } from './health-report.ts'
import type { NotifiedCheck } from './notification.ts'
import { openReceiver } from './open-receiver.ts'

const minute = 60_000
const since = '2026-11-30T01:00:00.000Z'

function check(id: string, state: HealthState, more: Partial<NotifiedCheck> = {}): NotifiedCheck {
  return {
    id,
    state,
    since,
    subject: id,
    verdict: `${id} is ${state}.`,
    evidence: [],
    consequence: null,
    fix: null,
    ...more,
  }
}

function notify(url: URL, format: NotifyFormat = 'json') {
  const [schedule, said]: [ManualSchedule, string[]] = [new ManualSchedule(), []]
  const notifier = new HealthNotifier({
    cluster: 'plant',
    format,
    holdsMs: 5 * minute,
    schedule,
    receiver: openReceiver(() => url, schedule),
    report: (line) => said.push(line),
  })
  onTestFinished(() => notifier.close())
  const settled = async (result: string, count: number) => {
    await expect.poll(() => Object.fromEntries(notifier.counts)[result]).toBe(count)
    // The deadline of the delivery ends with the delivery, and the remaining timer is the earliest time of the next
    // delivery.
    await expect.poll(() => schedule.waiting.length).toBe(1)
  }
  return { schedule, said, notifier, settled }
}

it('tells what is not fine once, then what gets worse or better, and what is resolved', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled, said } = notify(receiver.url)
  notifier.update([check('nodes', 'ok'), check('alarms', 'warning'), check('drops', 'critical')])
  await settled('delivered', 1)
  expect(readChanges(receiver.bodies[0])).toEqual(['drops: ok > critical', 'alarms: ok > warning'])
  schedule.advance(minute)
  notifier.update([check('nodes', 'ok'), check('alarms', 'warning'), check('drops', 'critical')])
  expect(schedule.waiting).toEqual([])
  notifier.update([check('nodes', 'unknown'), check('alarms', 'critical'), check('drops', 'ok')])
  await settled('delivered', 2)
  expect(readChanges(receiver.bodies[1])).toEqual([
    'alarms: warning > critical',
    'nodes: ok > unknown',
    'drops: critical > ok',
  ])
  expect([receiver.bodies.length, said]).toEqual([2, []])
})

it('says nothing where everything is fine', async () => {
  const { notifier, schedule } = notify(await deadUpstream())
  notifier.update([check('nodes', 'ok'), check('alarms', 'ok')])
  expect(schedule.waiting).toEqual([])
})

it('sends at most one message a minute, with the newest state, and not what came back meanwhile', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url)
  notifier.update([check('nodes', 'critical')])
  await settled('delivered', 1)
  notifier.update([check('nodes', 'critical'), check('alarms', 'warning'), check('drops', 'warning')])
  notifier.update([check('nodes', 'ok'), check('alarms', 'ok'), check('drops', 'critical')])
  schedule.advance(minute - 1)
  expect([schedule.waiting, receiver.bodies.length]).toEqual([[1], 1])
  schedule.advance(1)
  await settled('delivered', 2)
  expect(readChanges(receiver.bodies[1])).toEqual(['drops: ok > critical', 'nodes: critical > ok'])
})

it('tries again, later each time, where the receiver refuses or redirects, and tells what is so by then', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled, said } = notify(receiver.url)
  receiver.status = 500
  notifier.update([check('nodes', 'critical')])
  for (const [at, wait] of [10, 20, 40, 80, 160, 320, 600, 600].entries()) {
    receiver.status = at === 1 ? 302 : 500
    await settled('rejected', at + 1)
    expect(schedule.waiting).toEqual([wait * 1000])
    schedule.advance(wait * 1000)
  }
  await settled('rejected', 9)
  receiver.status = 204
  notifier.update([check('nodes', 'ok'), check('alarms', 'warning')])
  schedule.advance(600_000)
  await settled('delivered', 1)
  expect(receiver.bodies).toHaveLength(10)
  expect(readChanges(receiver.bodies[9])).toEqual(['alarms: ok > warning'])
  expect(said).toEqual([
    'plant: a notification is not delivered, and is tried again: HTTP 500',
    'plant: notifications are delivered again',
  ])
})

it('tells an end until it has surely arrived, where the beginning may have', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url)
  const staySilent = async (count: number) => {
    receiver.isSilent = true
    await expect.poll(() => receiver.bodies.length).toBe(count)
    schedule.advance(10_000)
    await settled('timeout', count)
  }
  receiver.isSilent = true
  notifier.update([check('nodes', 'critical')])
  await staySilent(1)
  notifier.update([check('nodes', 'ok')])
  schedule.advance(minute)
  await staySilent(2)
  receiver.isSilent = false
  schedule.advance(minute)
  await settled('delivered', 1)
  expect(readChanges(receiver.bodies[2])).toEqual(['nodes: critical > ok'])
})

it('takes for told what a gateway in between did not see answered', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url)
  receiver.status = 504
  notifier.update([check('nodes', 'critical')])
  await settled('rejected', 1)
  receiver.status = 200
  notifier.update([check('nodes', 'ok')])
  schedule.advance(10_000)
  await settled('delivered', 1)
  expect(readChanges(receiver.bodies[1])).toEqual(['nodes: critical > ok'])
})

it('waits ten seconds for an answer, and a minute after none: it may have arrived, so its end is told as well', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url)
  receiver.isSilent = true
  notifier.update([check('nodes', 'critical')])
  await expect.poll(() => receiver.bodies.length).toBe(1)
  expect(schedule.waiting).toEqual([10_000])
  schedule.advance(10_000)
  await settled('timeout', 1)
  expect(schedule.waiting).toEqual([minute])
  receiver.isSilent = false
  notifier.update([check('nodes', 'ok')])
  schedule.advance(minute)
  await settled('delivered', 1)
  expect(readChanges(receiver.bodies[1])).toEqual(['nodes: critical > ok'])
})

it('goes on where the receiver cannot be reached, and repeats nothing of its address', async () => {
  const dead = await deadUpstream()
  for (const address of [
    new URL('/services/T0/hunTer2-planted', dead),
    new URL('http://hunTer2-planted.invalid/'),
    new URL(`http://user:hunTer2-planted%@${dead.host}/`),
  ]) {
    const { notifier, said, settled } = notify(address)
    notifier.update([check('nodes', 'critical')])
    await settled('unreachable', 1)
    expect(said).toEqual([expect.stringMatching(/^plant: a notification is not delivered/)])
    expect(said.join()).not.toMatch(/hunTer2|services|127\.0\.0\.1/)
  }
})

it('reads no answer without end', async () => {
  const receiver = await startNotified()
  receiver.isSilent = true
  const { notifier, settled } = notify(receiver.url)
  notifier.update([check('nodes', 'critical')])
  await expect.poll(() => receiver.held.length).toBe(1)
  const [answer] = receiver.held
  let isClosed = false
  answer?.once('close', () => {
    isClosed = true
  })
  answer?.writeHead(200)
  answer?.write('x'.repeat(100_000))
  await settled('delivered', 1)
  await expect.poll(() => isClosed).toBe(true)
})

const hostile = {
  verdict: '<!channel> & <http://evil|x>\u001b[2J\u202e',
  evidence: [`a\n*b*${'x'.repeat(5_000)}`, ...Array.from({ length: 300 }, (_, at) => `e${at}`)],
  consequence: 'Messages are lost.',
  fix: { label: 'Nodes', menu: 'Cluster › Nodes', path: '/nodes', url: 'https://deck.example/nodes?a=1&b=2' },
}

it('speaks to Slack without mentioning anybody', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url, 'slack')
  notifier.update([check('nodes', 'critical', hostile), check('alarms', 'warning')])
  await settled('delivered', 1)
  const readSlackText = (body: string | undefined) =>
    v.parse(v.pipe(v.string(), v.parseJson(), v.strictObject({ text: v.string() })), body).text
  const text = readSlackText(receiver.bodies[0])
  expect(text.split('\n').slice(0, 2)).toEqual([
    'plant: 1 critical, 1 warning',
    'CRITICAL nodes: &lt;!channel&gt; &amp; &lt;http://evil|x&gt;\\u001b[2J\\u202e',
  ])
  expect(text).toContain(
    '    - 298 more\n    → <https://deck.example/nodes?a=1&amp;b=2|Nodes>\nWARNING alarms',
  )
  expect(text.length).toBeLessThan(2_000)
  schedule.advance(minute)
  notifier.update([check('nodes', 'warning'), check('alarms', 'ok')])
  await settled('delivered', 2)
  expect(readSlackText(receiver.bodies[1])).toBe(
    'plant: 1 warning, 1 resolved\nWARNING (was critical) nodes: nodes is warning.\nRESOLVED alarms: alarms is ok.',
  )
})

it('gives Alertmanager what it expires: alerts again with each evaluation, and the end of one with its labels', async () => {
  const receiver = await startNotified()
  const { notifier, schedule, settled } = notify(receiver.url, 'alertmanager')
  const alerts = (at: number): unknown => JSON.parse(receiver.bodies[at] ?? '')
  const labels = { alertname: 'BrokerdeckHealth', cluster: 'plant', check: 'nodes', severity: 'critical' }
  notifier.update([check('nodes', 'critical', hostile), check('alarms', 'ok')])
  await settled('delivered', 1)
  const first = { labels, startsAt: since, endsAt: '2026-11-30T02:05:00.000Z' }
  expect(alerts(0)).toEqual([
    {
      ...first,
      generatorURL: 'https://deck.example/nodes?a=1&b=2',
      annotations: {
        summary: expect.stringMatching(/^nodes: <!channel> .*\\u001b\[2J\\u202e$/),
        description: expect.stringMatching(/^a \*b\*x+…\ne0\n.*\n281 more\nMessages are lost\.$/s),
      },
    },
  ])
  schedule.advance(minute)
  notifier.update([check('nodes', 'critical'), check('alarms', 'ok')])
  await settled('delivered', 2)
  expect(alerts(1)).toMatchObject([{ ...first, endsAt: '2026-11-30T02:06:00.000Z' }])
  schedule.advance(minute)
  notifier.update([check('nodes', 'warning', { since: '2026-11-30T02:02:00.000Z' })])
  await settled('delivered', 3)
  expect(alerts(2)).toMatchObject([
    { ...first, endsAt: '2026-11-30T02:02:00.000Z' },
    { labels: { ...labels, severity: 'warning' }, startsAt: '2026-11-30T02:02:00.000Z' },
  ])
  schedule.advance(minute)
  notifier.update([check('nodes', 'ok')])
  await settled('delivered', 4)
  expect(alerts(3)).toMatchObject([{ labels: { severity: 'warning' }, endsAt: '2026-11-30T02:03:00.000Z' }])
  schedule.advance(minute)
  notifier.update([check('nodes', 'ok')])
  expect(schedule.waiting).toEqual([])
})
