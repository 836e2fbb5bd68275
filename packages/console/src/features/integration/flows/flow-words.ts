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

/**
 * Returns the address of a rule's flow; the rule with the id `create` has only its own page, as that name is the page
 * for new flows.
 */
export const flowAddress = (id: string) =>
  id === 'create' ? ruleAddress(id) : linkTo('flow', { ruleId: id })

/** Returns the label of a node in places that show its kind as well. */
export const nodeName = ({ kind, name }: Pick<FlowNode, 'kind' | 'name'>): string =>
  kind === 'console' ? flowNodes.console : name

/** Tells whether there are counters to request: for an existing action of a running rule. */
export const isCounting = (one: FlowEdge | FlowNode): boolean =>
  one.state !== 'off' &&
  one.state !== 'unknown' &&
  one.trouble?.kind !== 'missing' &&
  (!('kind' in one) || one.kind === 'action')

interface Live {
  readonly state: FlowState
  /** The problems; empty if there is no problem. */
  readonly words: string
}

/** Combines the state that the broker reports for an action or a source with its current counters. */
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

/** Returns the share of passed messages; undefined if no message has arrived. */
export function findPassedShare({
  matched,
  passed,
}: Pick<RuleFigures, 'matched' | 'passed'>): string | undefined {
  return matched === 0 ? undefined : formatPercent(passed / matched)
}

/** Returns the text below the name of a node without problems. */
export function nodeNote({ kind, connector }: FlowNode): string {
  return connector === undefined ? flowNodes[kind] : `${flowNodes[kind]} · ${connector}`
}
