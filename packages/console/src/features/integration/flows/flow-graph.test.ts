import { describe, expect, it } from 'vitest'
import {
  type FlowPeer,
  type FlowRule,
  flowGraph,
  flowPlaces,
  isFound,
  rowHeight,
  toFlowColumn,
  troublesByRule,
} from './flow-graph.ts'

const rule = (
  id: string,
  from: readonly string[],
  actions: FlowRule['actions'],
  enable = true,
): FlowRule => ({
  id,
  enable,
  from: [...from],
  actions,
  sql: '',
})
const args = { topic: 'alarm', qos: 0, retain: false, payload: '', mqtt_properties: {}, user_properties: '' }
const republish: FlowRule['actions'][number] = {
  function: 'republish',
  args: { ...args, direct_dispatch: false },
}
const peer = (id: string, status: string, more: Partial<FlowPeer> = {}): [string, FlowPeer] => [
  id,
  { id, status, isEnabled: true, reason: '', connector: 'main', ...more },
]
const untold = { actions: undefined, sources: undefined }

describe('the graph of flows', () => {
  it('goes from sources through rules and filters to actions, shared ones once', () => {
    const graph = flowGraph(
      [
        rule('a', ['t/#', '$events/client_connected'], ['http:x', republish]),
        rule('b', ['t/#', 't/#'], ['http:x', { function: 'console' }]),
      ],
      untold,
      new Map([['a', 'qos > 0']]),
    )
    expect(graph.nodes.map(({ kind, name, rules }) => [kind, name, ...rules])).toEqual([
      ['topic', 't/#', 'a', 'b'],
      ['event', '$events/client_connected', 'a'],
      ['rule', 'a', 'a'],
      ['filter', 'qos > 0', 'a'],
      ['action', 'http:x', 'a', 'b'],
      ['republish', 'alarm', 'a'],
      ['rule', 'b', 'b'],
      ['console', '', 'b'],
    ])
    expect(graph.edges.map(({ from, to, state }) => `${from} > ${to}: ${state}`)).toEqual([
      'from:t/# > rule:a: ok',
      'from:$events/client_connected > rule:a: ok',
      'rule:a > where:a: ok',
      'where:a > to:http:x: unknown',
      'where:a > to topic:alarm: ok',
      'from:t/# > rule:b: ok',
      'rule:b > to:http:x: unknown',
      'rule:b > to console: ok',
    ])
  })

  it.each([
    [[], 'bad', { kind: 'missing', reason: '' }],
    [[peer('http:x', 'connected')], 'ok', undefined],
    [[peer('http:x', 'connected', { isEnabled: false })], 'warn', { kind: 'disabled', reason: '' }],
    [
      [peer('http:x', 'disconnected', { reason: 'econnrefused' })],
      'bad',
      { kind: 'disconnected', reason: 'econnrefused' },
    ],
    [[peer('http:x', 'connecting')], 'warn', { kind: 'connecting', reason: '' }],
    [[peer('http:x', 'inconsistent')], 'warn', { kind: 'inconsistent', reason: '' }],
    [[peer('http:x', 'something new')], 'unknown', undefined],
  ] as const)('says how an action is: %j is %s', (known, state, trouble) => {
    const graph = flowGraph([rule('a', ['t'], ['http:x'])], { ...untold, actions: new Map(known) }, new Map())
    const [, edge] = graph.edges
    expect([edge?.state, edge?.trouble]).toEqual([state, trouble])
    expect([...troublesByRule(graph.edges).keys()]).toEqual(trouble === undefined ? [] : ['a'])
  })

  it('names the connector, and tells a source of another system from a topic', () => {
    const sources = new Map([peer('mqtt:s', 'disconnected', { reason: 'timeout' })])
    const { nodes, edges } = flowGraph(
      [rule('a', ['$bridges/mqtt:s'], [])],
      { ...untold, sources },
      new Map(),
    )
    expect(nodes[0]).toMatchObject({ kind: 'source', name: 'mqtt:s', state: 'bad', connector: 'main' })
    expect(edges[0]).toMatchObject({ state: 'bad', trouble: { kind: 'disconnected', reason: 'timeout' } })
  })

  it('has no trouble at a rule that is disabled', () => {
    const { edges } = flowGraph(
      [rule('a', ['t'], ['http:x'], false)],
      { ...untold, actions: new Map() },
      new Map(),
    )
    expect(edges.map(({ state, trouble }) => [state, trouble])).toEqual([
      ['off', undefined],
      ['off', undefined],
    ])
  })

  it('keeps rules together that share something, and lets no two nodes overlap', () => {
    const graph = flowGraph(
      [
        rule('a', ['t/1'], ['http:x']),
        rule('b', ['t/2'], ['http:y', 'http:z', republish]),
        rule('c', ['t/3'], ['http:x']),
        rule('d', ['t/3', 't/4'], ['http:y']),
      ],
      untold,
      new Map(),
    )
    expect(graph.rules.map(({ id }) => id)).toEqual(['a', 'c', 'd', 'b'])
    const places = flowPlaces(graph)
    expect(places.size).toBe(graph.nodes.length)
    for (const column of [0, 1, 2, 3]) {
      const tops = graph.nodes
        .filter((node) => toFlowColumn(node) === column)
        .map(({ id }) => places.get(id)?.y ?? 0)
        .toSorted((one, other) => one - other)
      for (const [at, top] of tops.entries())
        if (at > 0) expect(top - (tops[at - 1] ?? 0)).toBeGreaterThanOrEqual(rowHeight)
    }
  })

  it('is searched by rule, topic and action', () => {
    const one = rule('Cold', ['Plant/#'], ['http:x', republish])
    expect(['cold', 'plant', 'HTTP:', 'alarm', ' '].map((text) => isFound(one, text))).toEqual(
      Array(5).fill(true),
    )
    expect(isFound(one, 'mqtt')).toBe(false)
  })
})
