import type { Rule, RuleAction } from '@brokerdeck/contract/integration/rules.ts'

export type FlowRule = Pick<Rule, 'id' | 'enable' | 'from' | 'actions' | 'sql'>

/** The properties of an action or a source that a flow shows. */
export interface FlowPeer {
  /** The id as `type:name`. */
  readonly id: string
  readonly isEnabled: boolean
  /** The status, in the broker's word. */
  readonly status: string
  /** The reason, in the broker's words; empty if the broker gives no reason. */
  readonly reason: string
  readonly connector: string | undefined
}

/** The actions and sources by their IDs; undefined until the broker has responded. */
export interface FlowPeers {
  readonly actions: ReadonlyMap<string, FlowPeer> | undefined
  readonly sources: ReadonlyMap<string, FlowPeer> | undefined
}

export type FlowState = 'ok' | 'warn' | 'bad' | 'off' | 'unknown'

/** The reason why nothing flows. */
interface FlowTrouble {
  readonly kind: 'missing' | 'disabled' | 'disconnected' | 'connecting' | 'inconsistent'
  /** The broker's words; empty if the broker gives no reason. */
  readonly reason: string
}

interface FlowCondition {
  readonly state: FlowState
  readonly trouble: FlowTrouble | undefined
}

export interface FlowNode extends FlowCondition {
  readonly id: string
  readonly kind: 'topic' | 'event' | 'source' | 'rule' | 'filter' | 'republish' | 'console' | 'action'
  /** The name that the broker uses; the name of a filter is its condition. */
  readonly name: string
  /** The connector of an action or a source. */
  readonly connector: string | undefined
  /** The IDs of the rules whose messages pass through the node. */
  readonly rules: readonly string[]
}

export interface FlowEdge extends FlowCondition {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly rule: string
  /** The ID of the action at the end of the edge, if it ends in an action. */
  readonly action?: string
}

export interface FlowGraph {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  /** The rules in the order in which they are drawn: rules that share a source or an action stand together. */
  readonly rules: readonly FlowRule[]
  /** The number of sources and actions that are left out because their rules have too many of them. */
  readonly notDrawn: number
}

/** The maximum number of sources, and of actions, that are drawn for one rule. */
const mostEnds = 50

const columns = {
  topic: 0,
  event: 0,
  source: 0,
  rule: 1,
  filter: 2,
  republish: 3,
  console: 3,
  action: 3,
} as const satisfies Record<FlowNode['kind'], number>

export const toFlowColumn = ({ kind }: Pick<FlowNode, 'kind'>): 0 | 1 | 2 | 3 => columns[kind]

type Ending = Pick<FlowNode, 'id' | 'kind' | 'name'> & { readonly peer?: string }

export function toFlowStart(name: string): Ending {
  const bridge = /^\$(?:bridges|sources)\/(.*)$/s.exec(name)?.[1]
  const id = `from:${name}`
  if (bridge !== undefined) return { id, kind: 'source', name: bridge, peer: bridge }
  return { id, kind: name.startsWith('$events/') ? 'event' : 'topic', name }
}

export function toFlowEnd(action: RuleAction): Ending {
  if (typeof action === 'string') return { id: `to:${action}`, kind: 'action', name: action, peer: action }
  if (action.function === 'console') return { id: 'to console', kind: 'console', name: '' }
  const { topic } = action.args
  return { id: `to topic:${topic}`, kind: 'republish', name: topic }
}

/** Builds the graph of the flows. `filters` holds the conditions of the rules that have a condition, by their IDs. */
export function flowGraph(
  rules: readonly FlowRule[],
  peers: FlowPeers,
  filters: ReadonlyMap<string, string>,
): FlowGraph {
  const nodes = new Map<string, FlowNode>()
  const edges = new Map<string, FlowEdge>()
  const ordered = together(rules)
  const notDrawn = rules.reduce((sum, { from, actions }) => sum + beyond(from) + beyond(actions), 0)
  const put = (node: FlowNode, rule: string) => {
    const known = nodes.get(node.id)
    if (known === undefined) nodes.set(node.id, { ...node, rules: [rule] })
    else if (known.rules.at(-1) !== rule) nodes.set(node.id, { ...known, rules: [...known.rules, rule] })
  }
  for (const { id: rule, enable, from, actions } of ordered.map(withoutMost)) {
    const own: FlowCondition = { state: enable ? 'ok' : 'off', trouble: undefined }
    const link = (from: string, to: string, condition: FlowCondition, action?: string) => {
      const id = `${from} > ${to}`
      const more = action === undefined ? {} : { action }
      edges.set(id, { id, from, to, rule, ...more, ...(enable ? condition : own) })
    }
    const ends = (endings: readonly Ending[], known: FlowPeers['actions']) =>
      endings.map(({ peer, ...ending }) => {
        const condition = peer === undefined ? fine : findPeerCondition(peer, known)
        const connector = peer === undefined ? undefined : known?.get(peer)?.connector
        put({ ...ending, ...condition, connector, rules: [] }, rule)
        return { id: ending.id, condition, peer }
      })
    const starts = ends(from.map(toFlowStart), peers.sources)
    const at = `rule:${rule}`
    put({ id: at, kind: 'rule', name: rule, connector: undefined, rules: [], ...own }, rule)
    for (const { id, condition } of starts) link(id, at, condition)
    const filter = filters.get(rule)
    const last = filter === undefined ? at : `where:${rule}`
    if (filter !== undefined) {
      put({ id: last, kind: 'filter', name: filter, connector: undefined, rules: [], ...own }, rule)
      link(at, last, own)
    }
    for (const { id, condition, peer } of ends(actions.map(toFlowEnd), peers.actions))
      link(last, id, condition, peer)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], rules: ordered, notDrawn }
}

const fine: FlowCondition = { state: 'ok', trouble: undefined }

function findPeerCondition(id: string, known: FlowPeers['actions']): FlowCondition {
  if (known === undefined) return { state: 'unknown', trouble: undefined }
  const peer = known.get(id)
  if (peer === undefined) return { state: 'bad', trouble: { kind: 'missing', reason: '' } }
  const { isEnabled, status, reason } = peer
  if (!isEnabled) return { state: 'warn', trouble: { kind: 'disabled', reason: '' } }
  switch (status) {
    case 'connected':
      return fine
    case 'connecting':
    case 'inconsistent':
      return { state: 'warn', trouble: { kind: status, reason } }
    case 'disconnected':
    case 'stopped':
      return { state: 'bad', trouble: { kind: 'disconnected', reason } }
    default:
      return { state: 'unknown', trouble: undefined }
  }
}

const beyond = (ends: readonly unknown[]) => Math.max(0, ends.length - mostEnds)

function withoutMost(rule: FlowRule): FlowRule {
  const { from, actions } = rule
  if (beyond(from) + beyond(actions) === 0) return rule
  return { ...rule, from: from.slice(0, mostEnds), actions: actions.slice(0, mostEnds) }
}

/** Sorts rules that share a source or an action next to each other; the first of them keeps its position. */
function together(rules: readonly FlowRule[]): readonly FlowRule[] {
  const findEnds = (rule: FlowRule) => {
    const { from, actions } = withoutMost(rule)
    return [...from.map(toFlowStart), ...actions.map(toFlowEnd)].map(({ id }) => id)
  }
  const users = new Map<string, FlowRule[]>()
  for (const rule of rules) for (const id of findEnds(rule)) users.set(id, [...(users.get(id) ?? []), rule])
  const seen = new Set<FlowRule>()
  for (const first of rules) {
    const waiting = seen.has(first) ? [] : [first]
    for (const rule of waiting) {
      if (seen.has(rule)) continue
      seen.add(rule)
      for (const id of findEnds(rule)) {
        waiting.push(...(users.get(id) ?? []))
        users.delete(id)
      }
    }
  }
  return [...seen]
}

/** Returns the edges that have a problem, by the ID of their rule. */
export function troublesByRule(edges: readonly FlowEdge[]): ReadonlyMap<string, readonly FlowEdge[]> {
  const troubles = new Map<string, FlowEdge[]>()
  for (const edge of edges)
    if (edge.trouble !== undefined) troubles.set(edge.rule, [...(troubles.get(edge.rule) ?? []), edge])
  return troubles
}

const normal = (text: string) => text.toLowerCase()

/** Tells whether the name of a rule, or of something that it reads or writes to, contains the text. */
export function isFound({ id, from, actions }: FlowRule, text: string): boolean {
  const sought = normal(text.trim())
  return [id, ...from, ...actions.map((action) => toFlowEnd(action).name)].some((name) =>
    normal(name).includes(sought),
  )
}

interface FlowPlace {
  readonly x: number
  readonly y: number
  readonly width: number
}

export const rowHeight = 42
const rowDistance = 52
const columnPlaces = [
  { x: 0, width: 250 },
  { x: 330, width: 230 },
  { x: 620, width: 210 },
  { x: 910, width: 280 },
] as const
export const flowWidth = 1190

/**
 * Returns the position of each node: a rule stands at its row, next to the nodes that only this and later rules use.
 * The time is linear in the number of rules.
 */
export function flowPlaces({ nodes, rules }: FlowGraph, scale = 1): ReadonlyMap<string, FlowPlace> {
  const columnsAt = columnPlaces.map(({ x, width }) => ({ x: x * scale, width: width * scale }))
  const byRule = new Map<string, FlowNode[]>()
  for (const node of nodes) {
    const [first = ''] = node.rules
    byRule.set(first, [...(byRule.get(first) ?? []), node])
  }
  const places = new Map<string, FlowPlace>()
  let row = 0
  for (const { id } of rules) {
    const own = byRule.get(id) ?? []
    const inColumn = [0, 1, 2, 3].map((column) => own.filter((node) => toFlowColumn(node) === column))
    const most = Math.max(1, ...inColumn.map(({ length }) => length))
    for (const column of inColumn) {
      for (const [at, node] of column.entries())
        places.set(node.id, {
          x: columnsAt[toFlowColumn(node)]?.x ?? 0,
          width: columnsAt[toFlowColumn(node)]?.width ?? 0,
          y: (row + at + (most - column.length) / 2) * rowDistance,
        })
    }
    row += most
  }
  return places
}
