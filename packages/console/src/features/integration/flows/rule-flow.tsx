import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { useMemo } from 'react'
import { flows as m } from '#features/integration/flows/messages/flows.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { Link } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { type FlowNode, type FlowState, flowGraph, toFlowColumn } from './flow-graph.ts'
import { FlowNodeFace } from './flow-node-face.tsx'
import { ratesWord, useActionRates, useRuleRates } from './flow-rates.ts'
import { flowAddress, isCounting, liveState, nodeName, nodeNote } from './flow-words.ts'
import drawn from './flows.module.css'
import classes from './rule-flow.module.css'
import { useFlowPeers } from './use-flow-peers.ts'

const noFilters: ReadonlyMap<string, string> = new Map()

/** Shows the running flow of one rule: the sources of its messages, their rates, and the targets of its results. */
export function RuleFlow({ rule }: { readonly rule: Rule }) {
  const peers = useFlowPeers()
  const { nodes, notDrawn } = useMemo(() => flowGraph([rule], peers, noFilters), [rule, peers])
  const rates = useRuleRates(rule.id, rule.enable)
  const [starts = [], ends = []] = [0, 3].map((column) =>
    nodes.filter((node) => toFlowColumn(node) === column),
  )
  const matched = rates?.counted['matched.rate']
  const passed = rates?.per?.('passed')
  const rows = Math.max(starts.length, ends.length, 1)
  const own = rule.enable ? 'ok' : 'off'
  return (
    <Panel
      title={m.flow}
      caption={m.flowCaption}
      actions={<Link to={flowAddress(rule.id)}>{m.editFlow}</Link>}
    >
      <div className={classes['strip']}>
        <Ends label={m.sources} nodes={starts} />
        <Edges states={starts.map(({ state }) => state)} rows={rows} rate={matched} />
        <div className={classNames(drawn['node'], classes['box'], classes['still'], drawn[own])}>
          <FlowNodeFace
            kind="rule"
            name={rule.id}
            note={rule.enable ? ratesWord(rates) : m.off}
            state={own}
          />
        </div>
        <Edges states={ends.map(({ state }) => state)} rows={rows} rate={passed} isOut />
        {ends.length === 0 ? (
          <p className={classes['none']}>{m.noOutputs}</p>
        ) : (
          <Ends label={m.actions} nodes={ends} />
        )}
      </div>
      {notDrawn > 0 && <p className={classes['more']}>{m.notDrawn(formatNumber(notDrawn))}</p>}
    </Panel>
  )
}

function Ends({ label, nodes }: { readonly label: string; readonly nodes: readonly FlowNode[] }) {
  return (
    <ul aria-label={label} className={classes['ends']}>
      {nodes.map((node) => (
        <li key={node.id}>
          <End node={node} />
        </li>
      ))}
    </ul>
  )
}

/** Shows one end of the flow; an action or a data source links to its page. */
function End({ node }: { readonly node: FlowNode }) {
  const { kind, name } = node
  const { state, words } = liveState(node, useActionRates(name, isCounting(node)))
  const look = classNames(drawn['node'], classes['box'], drawn[state])
  const face = (
    <FlowNodeFace
      kind={kind}
      name={nodeName(node)}
      note={words === '' ? nodeNote(node) : words}
      state={state}
    />
  )
  if ((kind !== 'action' && kind !== 'source') || node.trouble?.kind === 'missing')
    return <div className={classNames(look, classes['still'])}>{face}</div>
  return (
    <Link to={linkTo(kind, { id: name })} className={look}>
      {face}
    </Link>
  )
}

interface EdgesProps {
  readonly states: readonly FlowState[]
  /** The number of rows on the longer side. */
  readonly rows: number
  /** The total rate of all edges: the broker does not count them separately. */
  readonly rate: number | undefined
  readonly isOut?: boolean
}

const rowDistance = 52

/**
 * Draws the edges from each end to the rule or from the rule to each end; on a phone one arrow stands for all edges.
 */
function Edges({ states, rows, rate, isOut = false }: EdgesProps) {
  const height = rows * rowDistance - 10
  const middle = height / 2
  const word = rate === undefined || rate === 0 ? undefined : m.rate(formatRate(rate))
  return (
    <div className={classes['edges']}>
      <svg viewBox={`0 0 100 ${height}`} height={height} preserveAspectRatio="none" aria-hidden>
        {states.map((state, at) => {
          const y = middle + (at - (states.length - 1) / 2) * rowDistance
          const [from, to] = isOut ? [middle, y] : [y, middle]
          return (
            <path
              key={y}
              className={classNames(drawn['edge'], drawn[state])}
              d={`M0 ${from}C50 ${from} 50 ${to} 100 ${to}`}
            />
          )
        })}
      </svg>
      {word !== undefined && <span data-is-out={isOut}>{word}</span>}
    </div>
  )
}
