import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { Listener, ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import type { License } from '@brokerdeck/contract/system/license.ts'
import { describe, expect, it } from 'vitest'
import { addReading } from '#features/monitoring/broker-history/drop-log.ts'
import { activeAlarms, diskSpace } from '#features/monitoring/overview/health/checks/active-alarms.ts'
import { anonymousAccess } from '#features/monitoring/overview/health/checks/anonymous-access.ts'
import { certificateExpiry } from '#features/monitoring/overview/health/checks/certificate-expiry.ts'
import { connectionBalance } from '#features/monitoring/overview/health/checks/connection-balance.ts'
import { defaultPassword } from '#features/monitoring/overview/health/checks/default-password.ts'
import { descriptorHeadroom } from '#features/monitoring/overview/health/checks/descriptor-headroom.ts'
import { checkDroppedMessages } from '#features/monitoring/overview/health/checks/dropped-messages.ts'
import { licenseState } from '#features/monitoring/overview/health/checks/license-state.ts'
import { listenerState } from '#features/monitoring/overview/health/checks/listener-state.ts'
import { memoryHeadroom } from '#features/monitoring/overview/health/checks/memory-headroom.ts'
import { nodeVersions } from '#features/monitoring/overview/health/checks/node-versions.ts'
import { checkStoppedNodes } from '#features/monitoring/overview/health/checks/stopped-nodes.ts'
import { runningNode } from '#testing/running-node.ts'
import type { Answer } from './health-check.ts'

const told = <T>(value: T): Answer<T> => ({ kind: 'told', value })
const absent: Answer<never> = { kind: 'refused', why: 'not offered', isAbsent: true }
const failed: Answer<never> = { kind: 'refused', why: 'Network Error', isAbsent: false }
const unexplained = () => undefined
const now = Date.parse('2026-11-21T08:00:00Z')
const inDays = (days: number) => now + days * 86_400_000

const summary = (id: string, change: Partial<ListenerSummary> = {}): ListenerSummary => {
  const type = id.startsWith('ssl') ? 'ssl' : 'tcp'
  const status = { running: true, current_connections: 0, max_connections: 10 }
  return {
    id,
    type,
    name: id.slice(4),
    bind: ':1883',
    enable: true,
    acceptors: 1,
    number: 1,
    status,
    node_status: [{ node: 'a@1', status }],
    ...change,
  }
}

const listener = (enable_authn: boolean): Listener => ({
  id: 'tcp:open',
  type: 'tcp',
  bind: ':1883',
  enable: true,
  enable_authn,
})

const alarm = (name: string): Alarm => ({
  name,
  node: 'a@1',
  message: 'it is so',
  duration: 1,
  details: {},
  activate_at: '2026-11-21T08:00:00Z',
})

it('says that it waits, and why an answer does not come', () => {
  expect(checkStoppedNodes({ kind: 'awaited' }, now)).toMatchObject({ level: 'unknown', isAwaited: true })
  expect(checkStoppedNodes(failed, now)).toMatchObject({ level: 'unknown', evidence: ['Network Error'] })
})

describe('the default password', () => {
  const list = (...names: string[]) => told(names.map((username) => ({ username, description: '' })))

  it('is known to be in use only by the session that was opened with it', () => {
    expect(defaultPassword({ username: 'admin', hasDefaultPassword: true }, failed).level).toBe('bad')
    expect(defaultPassword({ username: 'admin' }, list('admin')).level).toBe('ok')
    expect(defaultPassword({ username: 'ops' }, list('ops')).level).toBe('ok')
    expect(defaultPassword({ username: 'ops' }, list('ops', 'admin'))).toMatchObject({
      level: 'unknown',
      verdict: "Can't determine whether admin still has the default password.",
    })
  })
})

describe('anonymous access', () => {
  const authenticator = (enable: boolean) => ({ id: 'x', mechanism: 'jwt', enable })

  it('is possible without an authenticator that is asked, or past it', () => {
    const closed = told([listener(true)])
    expect(anonymousAccess(told([]), closed).level).toBe('warn')
    expect(anonymousAccess(told([authenticator(false)]), closed).level).toBe('warn')
    expect(anonymousAccess(told([authenticator(true)]), closed).level).toBe('ok')
    expect(anonymousAccess(told([authenticator(true)]), told([listener(false)]))).toMatchObject({
      level: 'warn',
      evidence: ['tcp:open on :1883 does not authenticate (enable_authn is off)'],
    })
  })
})

describe('certificates', () => {
  const figures = (at: number) =>
    told(`emqx_cert_expiry_at{listener_type="ssl",listener_name="default"} ${at / 1000}\n`)
  const check = (text: Answer<string>) =>
    certificateExpiry(told([summary('ssl:default'), summary('tcp:default')]), text, now)

  it('are judged by when they expire', () => {
    expect(check(figures(inDays(400))).level).toBe('ok')
    expect(check(figures(inDays(20)))).toMatchObject({
      level: 'warn',
      evidence: [expect.stringMatching(/^ssl:default expires at .*, in 20 d$/)],
    })
    expect(check(figures(inDays(-1))).level).toBe('bad')
    const onNodes = [20, 400].map((days, at) =>
      [`node="n${at}@1"`, 'listener_type="ssl"', 'listener_name="default"']
        .join(',')
        .concat(`} ${inDays(days) / 1000}`),
    )
    const ofNodes = onNodes.map((line) => `emqx_cert_expiry_at{${line}`)
    for (const lines of [ofNodes, ofNodes.toReversed()])
      expect(check(told(lines.join('\n'))).level).toBe('warn')
    expect(check(told(''))).toMatchObject({
      level: 'unknown',
      evidence: ['ssl:default: the broker keeps the certificate as a file and does not report its expiry'],
    })
    expect(certificateExpiry(told([summary('tcp:default')]), told(''), now).level).toBe('ok')
  })
})

describe('the cluster', () => {
  it('is looked through for nodes that stopped or differ', () => {
    const stopped = { node: 'b@1', node_status: 'stopped', role: 'core' } as const
    expect(checkStoppedNodes(told([runningNode()]), now).level).toBe('ok')
    expect(checkStoppedNodes(told([runningNode(), stopped]), now)).toMatchObject({
      level: 'bad',
      verdict: '1 of 2 nodes not running.',
      brief: 'b@1 stopped',
    })
    const missing = {
      node: 'c@1',
      node_status: 'unreported',
      role: 'core',
      lastSeenAt: now - 12_000,
    } as const
    expect(checkStoppedNodes(told([runningNode(), missing]), now)).toMatchObject({
      level: 'bad',
      brief: 'c@1 not reported for 12 s',
    })
    expect(nodeVersions(told([runningNode(), stopped])).level).toBe('ok')
    expect(nodeVersions(told([runningNode(), runningNode({ node: 'b@1', version: '5.8.8' })]))).toMatchObject(
      {
        level: 'warn',
        evidence: ['a@1: 5.8.9', 'b@1: 5.8.8'],
      },
    )
  })

  it('is out of balance when a node has far more than its share of many', () => {
    const check = (...counts: number[]) =>
      connectionBalance(told(counts.map((live_connections) => runningNode({ live_connections })))).level
    expect(check(900)).toBe('ok')
    expect(check(9, 0)).toBe('ok')
    expect(check(600, 500)).toBe('ok')
    expect(check(900, 100)).toBe('warn')
  })

  it('names where a listener does not run', () => {
    const status = { running: 'inconsistent', current_connections: 0, max_connections: 1 } as const
    const nodeStatus = [
      { node: 'a@1', status: { ...status, running: true } },
      { node: 'b@1', status: { ...status, running: false } },
    ] as const
    const torn = summary('tcp:x', { status, node_status: [...nodeStatus] })
    expect(listenerState(told([torn]), told([runningNode({})]))).toMatchObject({
      level: 'bad',
      evidence: ['tcp:x is not running on b@1'],
    })
    const off = summary('tcp:y', { enable: false, status: { ...status, running: false } })
    expect(listenerState(told([summary('tcp:z'), off]), told([runningNode({})]))).toMatchObject({
      level: 'ok',
      verdict: 'The only enabled listener is running on all nodes.',
      evidence: ['1 listener is disabled'],
    })
  })

  it('shows the first alarms, and what they say of the disk', () => {
    expect(activeAlarms(told([]), unexplained).level).toBe('ok')
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map(alarm)
    expect(activeAlarms(told(many), unexplained).evidence).toHaveLength(6)
    expect(activeAlarms(told(many), unexplained).evidence?.at(-1)).toBe('and 1 more')
    expect(diskSpace(told([])).level).toBe('unknown')
    expect(diskSpace(told([alarm('storage_failed')])).level).toBe('bad')
  })
})

describe('room', () => {
  it('is measured for memory', () => {
    const check = (memory_used: string, memory_total = '10G') =>
      memoryHeadroom(told([runningNode({ memory_used, memory_total })])).level
    expect([check('2G'), check('9G'), check('10G'), check('0', '0')]).toEqual([
      'ok',
      'warn',
      'bad',
      'unknown',
    ])
  })

  it('is measured for descriptors and processes', () => {
    const check = (change: Partial<RunningNode>) => descriptorHeadroom(told([runningNode(change)])).level
    expect(check({})).toBe('ok')
    expect(check({ live_connections: 850 })).toBe('warn')
    expect(check({ process_used: 990 })).toBe('bad')
    expect(check({ max_fds: 0, process_available: 0 })).toBe('unknown')
  })

  it('is measured for the license', () => {
    const check = (change: Partial<License>, sessions = 1) =>
      licenseState(
        told({
          customer: '',
          customer_type: 10,
          type: 'trial',
          deployment: '',
          email: '',
          start_at: '',
          expiry: false,
          expiry_at: '2029-04-17',
          max_connections: 25,
          max_sessions: 25,
          ...change,
        }),
        told([runningNode({ cluster_sessions: sessions })]),
        now,
      )
    expect(check({}).level).toBe('ok')
    expect(check({ expiry_at: '2026-12-01' })).toMatchObject({
      level: 'warn',
      verdict: 'The license ends in 9 d.',
    })
    expect(check({ expiry_at: '2026-11-01' }).level).toBe('bad')
    expect(check({}, 21).level).toBe('warn')
    expect(check({}, 25).level).toBe('bad')
    expect(licenseState(absent, told([]), now).level).toBe('ok')
  })
})

describe('dropped messages', () => {
  const reading = (count: number, counter = 'delivery.dropped.queue_full') => [
    { node: 'a@1', [counter]: count, [counter.replace(/\.[^.]+$/, '')]: count },
  ]
  const check = (before: number, after: number, counter?: string, seconds = 10) =>
    checkDroppedMessages(
      told(
        addReading(
          addReading(undefined, reading(before, counter), 0),
          reading(after, counter),
          seconds * 1000,
        ),
      ),
    )

  it('count once they are lost while somebody looks, with the rate and the main reason', () => {
    expect(check(0, 0)).toMatchObject({
      level: 'ok',
      verdict: 'No messages lost since the nodes started.',
    })
    expect(check(5, 5).verdict).toMatch(/^No messages lost since \d\d:\d\d:\d\d\.$/)
    expect(check(5, 8)).toMatchObject({ level: 'warn', brief: 'losing 0.3 messages/s: queue full' })
    expect(check(0, 50_000)).toMatchObject({
      level: 'bad',
      verdict: 'Losing 5,000 messages per second, mainly because of: queue full.',
    })
    expect(check(5, 8, 'messages.dropped.no_subscribers').level).toBe('ok')
    expect(check(0, 20, 'packets.publish.dropped')).toMatchObject({
      level: 'warn',
      brief: 'losing 2 messages/s: receive maximum exceeded',
    })
  })

  it('still count some minutes later', () => {
    const first = addReading(addReading(undefined, reading(0), 0), reading(1200), 10_000)
    const later = (at: number) => checkDroppedMessages(told(addReading(first, reading(1200), at)))
    expect(later(20_000)).toMatchObject({
      level: 'warn',
      verdict: '1,200 messages lost in the last 10 minutes.',
    })
    expect(later(1_000_000).level).toBe('ok')
  })
})
