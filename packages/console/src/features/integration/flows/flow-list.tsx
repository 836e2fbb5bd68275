import { Fragment, type ReactNode } from 'react'
import { flowTroubles, flows as m } from '#features/integration/flows/messages/flows.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { SortOf } from '#routes/routes.ts'
import { Tooltip } from '#ui/floating.tsx'
import { Amount } from '#ui/marks.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { useInSight, useIsPhone } from '#ui/viewport.ts'
import {
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type FlowRule,
  toFlowColumn,
  troublesByRule,
} from './flow-graph.ts'
import { type RuleRates, useActionRates, useRuleRates } from './flow-rates.ts'
import { flowAddress, isCounting, liveState, nodeName, stateKinds, troubleWord } from './flow-words.ts'

interface FlowListProps {
  readonly graph: FlowGraph
  readonly query: TableQuery<FlowRule>
  readonly filters: ReactNode
  readonly empty: ReactNode
}

interface Row {
  readonly rule: FlowRule
  readonly state: FlowEdge['state']
  readonly status: string
  readonly sources: string
  readonly filter: string
  readonly actions: readonly FlowNode[]
}

/** Shows the same flows as the map, with one rule in each row. */
export function FlowList({ graph, query, filters, empty }: FlowListProps) {
  const rows = query.rows === undefined ? undefined : buildRows(graph)
  return (
    <DataTable
      page="flows"
      label={m.title}
      columns={columns}
      rowKey={({ rule }) => rule.id}
      query={{ ...query, rows }}
      filters={filters}
      empty={empty}
      columnsKey="flowTableColumns"
      exportName="flows"
    />
  )
}

const columns: readonly Column<Row, SortOf<'flows'>>[] = [
  {
    id: 'rule',
    header: m.rule,
    value: ({ rule }) => rule.id,
    fields: [{ id: 'id', value: ({ rule }) => rule.id }],
    cell: ({ rule: { id } }) => (
      <Link to={flowAddress(id)} aria-label={id}>
        <Verbatim text={id} mono />
      </Link>
    ),
    sortable: true,
    always: true,
    width: 180,
    phone: 'name',
  },
  {
    id: 'status',
    header: m.status,
    value: ({ status }) => status,
    fields: [{ id: 'enable', value: ({ rule }) => rule.enable }],
    cell: (row) => <State {...row} />,
    width: 260,
    phone: 'status',
  },
  verbatimColumn('sources', m.sources, ({ sources }) => sources, {
    fields: [{ id: 'from', value: ({ rule }) => rule.from.join(', ') }],
    width: 220,
    phone: 'line',
  }),
  verbatimColumn('filter', m.filter, ({ filter }) => filter, { width: 180 }),
  {
    id: 'actions',
    header: m.actions,
    value: ({ actions }) => actions.map(nodeName).join(', '),
    fields: [{ id: 'actions', value: ({ rule }) => JSON.stringify(rule.actions) }],
    cell: ({ actions }) =>
      actions.map((node, at) => (
        <Fragment key={node.id}>
          {at > 0 && ', '}
          <Action node={node} />
        </Fragment>
      )),
    width: 280,
    phone: 'line',
  },
  {
    id: 'in',
    header: m.in,
    definition: m.inDefinition,
    value: () => undefined,
    fields: [],
    cell: ({ rule }) => <Rate rule={rule} of={({ counted }) => counted['matched.rate']} />,
    align: 'end',
    width: 90,
    phone: 'pair',
  },
  {
    id: 'passed',
    header: m.passed,
    definition: m.passedDefinition,
    value: () => undefined,
    fields: [],
    cell: ({ rule }) => <Rate rule={rule} of={({ per }) => per?.('passed')} />,
    align: 'end',
    width: 90,
    phone: 'pair',
  },
]

/** A phone has room for one word only, and the line of the actions shows the rest. */
function State({ state, status }: Pick<Row, 'state' | 'status'>) {
  const isPhone = useIsPhone()
  return (
    <Tooltip label={status}>
      <Status kind={stateKinds[state]}>{isPhone ? m[state] : status}</Status>
    </Tooltip>
  )
}

/** Shows an action and its current problem. */
function Action({ node }: { readonly node: FlowNode }) {
  const [place, isIn] = useInSight<HTMLSpanElement>()
  const { words } = liveState(node, useActionRates(node.name, isIn && isCounting(node)))
  const name = visibleText(nodeName(node), 120)
  return <span ref={place}>{words === '' ? name : flowTroubles.named(name, words)}</span>
}

interface RateProps {
  readonly rule: FlowRule
  readonly of: (rates: RuleRates) => number | undefined
}

function Rate({ rule, of }: RateProps) {
  const [place, isIn] = useInSight<HTMLSpanElement>()
  const rates = useRuleRates(rule.id, isIn && rule.enable)
  return (
    <span ref={place}>
      <Amount value={rates && of(rates)} format={(value) => m.rate(formatRate(value))} />
    </span>
  )
}

/** The states by severity, the worst last. */
const order = ['ok', 'unknown', 'off', 'warn', 'bad'] as const

function buildRows({ nodes, edges, rules }: FlowGraph): readonly Row[] {
  const troubles = troublesByRule(edges)
  const ends = new Map(
    nodes.filter(({ kind }) => kind !== 'rule' && kind !== 'filter').map((node) => [node.id, nodeName(node)]),
  )
  const states = new Map<string, Row['state']>()
  for (const { rule, state } of edges) {
    const before = states.get(rule) ?? 'ok'
    if (order.indexOf(state) > order.indexOf(before)) states.set(rule, state)
  }
  const byRule = new Map(rules.map(({ id }) => [id, new Map<0 | 1 | 2 | 3, FlowNode[]>()]))
  for (const node of nodes)
    for (const id of node.rules) {
      const own = byRule.get(id)
      own?.set(toFlowColumn(node), [...(own.get(toFlowColumn(node)) ?? []), node])
    }
  return rules.map((rule) => {
    const state = rule.enable ? (states.get(rule.id) ?? 'ok') : 'off'
    const inColumn = (column: 0 | 2 | 3) => byRule.get(rule.id)?.get(column) ?? []
    return {
      rule,
      state,
      status: troublesWord(troubles.get(rule.id) ?? [], ends) ?? m[state],
      sources: inColumn(0).map(nodeName).join(', '),
      filter: inColumn(2).map(nodeName).join(''),
      actions: inColumn(3),
    }
  })
}

/** Returns the first problem of a rule's sources and actions, and the number of further problems. */
function troublesWord(edges: readonly FlowEdge[], names: ReadonlyMap<string, string>): string | undefined {
  const [first] = edges
  if (first?.trouble === undefined) return undefined
  const end = names.get(first.from) ?? names.get(first.to) ?? ''
  const word = flowTroubles.named(visibleText(end, 80), troubleWord(first.trouble))
  return edges.length === 1 ? word : flowTroubles.more(word, formatNumber(edges.length - 1))
}
