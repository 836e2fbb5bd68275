import type { RuleFigures } from '@brokerdeck/contract/integration/rules.ts'
import { flowNodes, flowTroubles } from '#features/integration/flows/messages/flows.ts'
import { formatNumber, formatPercent, formatRate } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo, ruleAddress } from '#routes/routes.ts'
import type { StatusKind } from '#ui/status.tsx'
import type { FlowEdge, FlowNode, FlowState } from './flow-graph.ts'
import type { useActionRates } from './flow-rates.ts'

export const stateKinds = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  off: 'off',
  unknown: 'unknown',
} as const satisfies Record<FlowState, StatusKind>

export function troubleWord({ kind, reason }: NonNullable<FlowNode['trouble']>): string {
  const word = flowTroubles[kind]
  return reason === '' ? word : flowTroubles.withReason(word, visibleText(reason, 160))
}

/** A rule as a flow; the one with the name of the page that creates one has only its own page. */
export const flowAddress = (id: string) =>
  id === 'create' ? ruleAddress(id) : linkTo('flow', { ruleId: id })

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
  rates: ReturnType<typeof useActionRates>,
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

/** Undefined where nothing came that could have passed. */
export function findPassedShare({
  matched,
  passed,
}: Pick<RuleFigures, 'matched' | 'passed'>): string | undefined {
  return matched === 0 ? undefined : formatPercent(passed / matched)
}

/** What stands below the name where nothing is wrong. */
export function nodeNote({ kind, connector }: FlowNode): string {
  return connector === undefined ? flowNodes[kind] : `${flowNodes[kind]} · ${connector}`
}
