import type { MonitorCurrent } from '@brokerdeck/contract/monitor.ts'
import type { Node } from '@brokerdeck/contract/nodes.ts'
import { describe, expect, it } from 'vitest'
import { runningNode } from '#testing/running-node.ts'
import { healthChecks } from './health-checks.ts'

function current(dropped: number): MonitorCurrent {
  return {
    connections: 0,
    live_connections: 0,
    topics: 0,
    subscriptions: 0,
    shared_subscriptions: 0,
    retained_msg_count: 0,
    received_msg_rate: 0,
    sent_msg_rate: 0,
    dropped_msg_rate: dropped,
  }
}

describe('health checks', () => {
  it('find nothing in a healthy cluster', () => {
    expect(
      healthChecks({
        nodes: [runningNode({ node: 'a@1' }), runningNode({ node: 'b@1' })],
        activeAlarms: 0,
        current: current(0),
      }),
    ).toEqual([])
  })

  it('name what is wrong, worst first', () => {
    const nodes: readonly Node[] = [
      runningNode({ node: 'a@1', memory_used: '9G' }),
      runningNode({ node: 'b@1', version: '5.8.8' }),
      { node: 'c@1', node_status: 'stopped', role: 'core' },
    ]
    expect(healthChecks({ nodes, activeAlarms: 2, current: current(6.4) })).toEqual([
      { kind: 'stopped', node: 'c@1' },
      { kind: 'alarms', count: 2 },
      { kind: 'memory', node: 'a@1', share: 0.9 },
      { kind: 'versions', versions: ['5.8.9', '5.8.8'] },
      { kind: 'drops', perSecond: 6.4 },
    ])
  })

  it('do not judge what the broker did not tell', () => {
    expect(healthChecks({ nodes: undefined, activeAlarms: 0, current: undefined })).toEqual([])
    expect(
      healthChecks({
        nodes: [runningNode({ node: 'a@1', memory_used: '0' })].map((node) => ({
          ...node,
          memory_total: '0',
        })),
        activeAlarms: 0,
        current: undefined,
      }),
    ).toEqual([])
  })
})
