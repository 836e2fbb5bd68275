import type { RuleFigures } from '@brokerdeck/contract/integration/rules.ts'
import { formatNumber, formatPercent, formatRate } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { integration } from '#routes/integration-routes.ts'
import type { StatusKind } from '#ui/status-shape.tsx'
import { flowNodes, flowTroubles, flows as m } from '../messages/flows.ts'
import type { FlowEdge, FlowNode, FlowState, FlowTrouble } from './flow-graph.ts'
import type { ActionRates, RuleRates } from './flow-rates.ts'

export const stateKinds = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  off: 'off',
  unknown: 'unknown',
} as const satisfies Record<FlowState, StatusKind>

export function troubleWord({ kind, reason }: FlowTrouble): string {
  const word = flowTroubles[kind]
  return reason === '' ? word : flowTroubles.withReason(word, visibleText(reason, 160))
}

/** Lines on a square of 16. */
export const drawings = {
  topic: 'M6.5 2.5 5 13.5M11 2.5 9.500 13.5M3 6h10.500M2.500 10H13',
  event: 'M8.500 1.500 3.500 9H8l-.5 5.500L12.500 7H8z',
  source: 'M7 3h6v10H7M2.500 8H10M7.500 5.500 10 8l-2.500 2.500',
  rule: 'M9.5 2.5C7 2.5 7.5 5 7 8s-.5 5.5-3 5.5M5 6.5h4.5M10 9.5l3.5 4M13.5 9.5l-3.5 4',
  filter: 'M2.500 3h11L9.500 8v5l-3-1.500V8z',
  republish: 'M3 5.500h9M9.500 3 12 5.500 9.500 8M13 10.500H4M6.500 8 4 10.500 6.500 13',
  console: 'M2.500 3h11v10h-11zM5 6l2 2-2 2M8.500 10.500h2.500',
  action: 'M9 3H3v10h6M6 8h7.500M11 5.500 13.500 8 11 10.500',
} as const satisfies Record<FlowNode['kind'], string>

/** The page of a rule. One may have the name of the page that creates one: a tab in the address tells them apart. */
export const ruleAddress = (id: string) => ({
  to: `${integration.routes.rules.path}/${encodeURIComponent(id)}`,
  search: id === 'create' ? { tab: 'statistics' } : {},
})

/** How a node is called where its kind is shown beside it. */
export const nodeName = ({ kind, name }: Pick<FlowNode, 'kind' | 'name'>): string =>
  kind === 'console' ? flowNodes.console : name

/** Whether there is something to ask about: an action that is there, of a rule that runs. */
export const isCounting = (one: FlowEdge | FlowNode): boolean =>
  one.state !== 'off' &&
  one.state !== 'unknown' &&
  one.trouble?.kind !== 'missing' &&
  (!('kind' in one) || one.kind === 'action')

interface Live {
  readonly state: FlowState
  /** What is wrong; empty where nothing is. */
  readonly words: string
}

/** How an action or a source is doing: what the broker says of it, and what its counters say right now. */
export function liveState(
  { state, trouble }: Pick<FlowNode, 'state' | 'trouble'>,
  rates: ActionRates | undefined,
): Live {
  const dropped = rates?.per?.('dropped') ?? 0
  const failed = rates?.per?.('failed') ?? 0
  const queued = rates?.counted.queuing ?? 0
  const words = [
    trouble === undefined ? '' : troubleWord(trouble),
    dropped > 0 ? flowTroubles.dropping(formatRate(dropped)) : '',
    failed > 0 ? flowTroubles.failing(formatRate(failed)) : '',
    queued > 0 ? flowTroubles.queuing(formatNumber(queued)) : '',
  ].filter((word) => word !== '')
  const found = dropped > 0 || failed > 0 ? 'bad' : queued > 0 && state === 'ok' ? 'warn' : state
  return { state: found, words: words.join(flowTroubles.and) }
}

/** What stands below the name where nothing is wrong. */
export function nodeNote({ kind, connector }: FlowNode): string {
  return connector === undefined ? flowNodes[kind] : `${flowNodes[kind]} · ${connector}`
}

/** In and out of a rule, as far as it is known. */
export function ratesWord(rates: RuleRates | undefined): string {
  if (rates === undefined) return m.unasked
  const matched = rates.counted['matched.rate']
  const passed = rates.per?.('passed')
  if (matched === 0 && (passed ?? 0) === 0) return m.idle
  return passed === undefined
    ? m.inOnly(formatRate(matched))
    : m.inAndPassed(formatRate(matched), formatRate(passed))
}

/** Undefined where nothing came that could have passed. */
export function passedShare({
  matched,
  passed,
}: Pick<RuleFigures, 'matched' | 'passed'>): string | undefined {
  return matched === 0 ? undefined : formatPercent(passed / matched)
}

/** Of all that a rule has to do with, the first thing that does not flow, and how many more. */
export function troublesWord(
  edges: readonly FlowEdge[],
  names: ReadonlyMap<string, string>,
): string | undefined {
  const [first] = edges
  if (first?.trouble === undefined) return undefined
  const end = names.get(first.from) ?? names.get(first.to) ?? ''
  const word = flowTroubles.named(visibleText(end, 80), troubleWord(first.trouble))
  return edges.length === 1 ? word : flowTroubles.more(word, formatNumber(edges.length - 1))
}
