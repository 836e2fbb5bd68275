import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { expect, it } from 'vitest'
import type { Answer } from '#features/monitoring/overview/health/health-check.ts'
import { configSync } from './config-sync.ts'

const told = <T>(value: T): Answer<T> => ({ kind: 'told', value })
const alarm = (name: string): Alarm => ({
  name,
  node: 'a@1',
  message: 'it is so',
  duration: 1,
  details: {},
  activate_at: '2026-11-21T08:00:00Z',
})
const applied = (...numbers: number[]) =>
  told(numbers.map((number, at) => `emqx_conf_sync_txid{node="n${at}@1"} ${number}`).join('\n'))

it('names the node that applies no configuration change any more', () => {
  expect(configSync(told([alarm('high_cpu_usage')]), applied(7, 7))).toMatchObject({ level: 'ok' })
  expect(configSync(told([alarm('cluster_rpc_apply_failed')]), applied(7, 5))).toMatchObject({
    level: 'bad',
    verdict: '1 node cannot apply configuration changes.',
    evidence: [
      'a@1: it is so',
      'n0@1: configuration change 7 applied last',
      'n1@1: configuration change 5 applied last',
    ],
    consequence: expect.stringMatching(/cluster_sync fix”, compare etc\/emqx\.conf of the nodes/),
  })
})

it('compares the last change of each node, where the broker tells it', () => {
  expect(configSync(told([]), applied(1172, 1180, 1180))).toMatchObject({
    level: 'warn',
    verdict: '1 node is behind the configuration of the cluster.',
    evidence: [
      'n0@1: configuration change 1,172 applied last',
      'n1@1: configuration change 1,180 applied last',
      'n2@1: configuration change 1,180 applied last',
    ],
    consequence: expect.stringContaining('emqx ctl conf cluster_sync status'),
  })
  for (const untold of [
    { kind: 'refused', why: 'Network Error', isAbsent: false } as const,
    applied(),
    applied(3),
  ])
    expect(configSync(told([]), untold).level).toBe('ok')
})
