import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { describe, expect, it } from 'vitest'
import { runningNode } from '#testing/running-node.ts'
import { memoryUse, toMemoryLevel } from './memory-use.ts'
import { listNodeVersions } from './node-versions.ts'
import { byNodeName, SeenNodes } from './seen-nodes.ts'
import { shortNodeName } from './use-cluster-nodes.ts'

describe('memory', () => {
  it('is read from the texts of the broker', () => {
    expect(memoryUse({ memory_used: '1.5G', memory_total: '3.00G' })?.share).toBe(0.5)
    expect(memoryUse({ memory_used: '983.10M', memory_total: '15.62G' })?.share).toBeCloseTo(0.0615, 3)
  })

  it('is unknown, not zero, where the broker cannot measure it', () => {
    expect(memoryUse({ memory_used: '0', memory_total: '0' })).toBeUndefined()
    expect(memoryUse({ memory_used: 'n/a', memory_total: '1G' })).toBeUndefined()
  })

  it('turns to a warning at 85 percent', () => {
    expect([0.84, 0.85, 1].map(toMemoryLevel)).toEqual(['normal', 'warn', 'bad'])
  })
})

describe('nodes that were just there', () => {
  const second: Node = { node: 'b@1', node_status: 'stopped', role: 'replicant' }

  it('are missed by name until they are back, or were removed', () => {
    const seen = new SeenNodes()
    seen.complete([runningNode(), second], 1000)
    expect(seen.complete([runningNode()], 11_000)).toEqual([
      runningNode(),
      { node: 'b@1', node_status: 'unreported', role: 'replicant', lastSeenAt: 1000 },
    ])
    expect(seen.complete([runningNode(), second], 21_000)).toHaveLength(2)
    seen.forget('b@1')
    expect(seen.complete([runningNode()], 31_000)).toEqual([runningNode()])
  })

  it('are not missed for ever', () => {
    const seen = new SeenNodes()
    seen.complete([runningNode(), second], 0)
    expect(seen.complete([runningNode()], 3_600_001)).toHaveLength(1)
  })
})

describe('names and versions', () => {
  it('shortens a name only where it stays clear', () => {
    expect(shortNodeName('mq-1@10.0.0.1', ['mq-1@10.0.0.1', 'mq-2@10.0.0.2'])).toBe('mq-1')
    expect(shortNodeName('emqx@10.0.0.1', ['emqx@10.0.0.1', 'emqx@10.0.0.2'])).toBe('…0.1')
    const pods = ['emqx@core-0.emqx.svc', 'emqx@core-1.emqx.svc', 'emqx@replicant-0.emqx.svc']
    expect(pods.map((name) => shortNodeName(name, pods))).toEqual(['core-0', 'core-1', 'replicant-0'])
  })

  it('counts versions of running nodes only', () => {
    const nodes = [
      runningNode({ node: 'b@1', version: '5.8.8' }),
      runningNode({ node: 'c@1', version: '5.8.9' }),
      runningNode({ node: 'a@1', version: '5.8.9' }),
    ]
    expect(listNodeVersions(nodes)).toEqual(['5.8.9', '5.8.8'])
    expect(listNodeVersions([{ node: 'd@1', node_status: 'stopped', role: 'core' }])).toEqual([])
    expect(nodes.sort(byNodeName).map(({ node }) => node)).toEqual(['a@1', 'b@1', 'c@1'])
  })
})
