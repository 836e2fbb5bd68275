import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { flowNodes, flowTroubles, flows as m } from '#features/integration/flows/messages/flows.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { joinFacts } from '#i18n/sentences.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo, ruleAddress } from '#routes/routes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { FlowGraph, FlowNode, FlowRule } from './flow-graph.ts'
import { useActionRates, useRuleRates } from './flow-rates.ts'
import {
  findPassedShare,
  flowAddress,
  isCounting,
  liveState,
  nodeName,
  stateKinds,
  troubleWord,
} from './flow-words.ts'
import classes from './flows.module.css'

interface FlowDetailsProps {
  readonly graph: FlowGraph
  readonly node: FlowNode
  readonly onFocus: (id: string | undefined) => void
}

/** Shows the details of the node that is chosen on the map. */
export function FlowDetails({ graph, node, onFocus }: FlowDetailsProps) {
  const name = nodeName(node)
  const rule = graph.rules.find(
    ({ id }) => (node.kind === 'rule' || node.kind === 'filter') && id === node.rules[0],
  )
  const others = sharing(graph, node)
  return (
    <Panel label={m.details(name)} className={classes['details']}>
      <div className={classes['detailsHead']}>
        <h2 className={classes['detailsName']}>
          <Verbatim text={name} mono={node.kind !== 'console'} focusable />
        </h2>
        <IconButton label={m.showAll} onClick={() => onFocus(undefined)}>
          <IconX size={16} stroke={1.5} />
        </IconButton>
      </div>
      <div className={classes['detailsBody']}>
        {rule === undefined ? <PeerPart node={node} /> : <RulePart graph={graph} rule={rule} />}
        {others.length > 0 && (
          <section>
            <h3 className={classes['detailsTitle']}>{rule === undefined ? m.usedBy : m.shared}</h3>
            <ul>
              {others.map((id) => (
                <li key={id}>
                  <button type="button" className={classes['other']} onClick={() => onFocus(`rule:${id}`)}>
                    <Verbatim text={id} mono />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {rule !== undefined && (
        <div className={classes['detailsFoot']}>
          <Link to={ruleAddress(rule.id)}>{m.openRule}</Link>
          <Link to={flowAddress(rule.id)}>{m.editFlow}</Link>
        </div>
      )}
    </Panel>
  )
}

/** Returns the rules that go through the node; for a rule, the rules that share a node with it. */
function sharing({ nodes }: FlowGraph, node: FlowNode): readonly string[] {
  if (node.kind !== 'rule' && node.kind !== 'filter') return node.rules
  const [own] = node.rules
  const shared = nodes
    .filter(({ rules }) => own !== undefined && rules.includes(own))
    .flatMap(({ rules }) => rules)
  return [...new Set(shared)].filter((id) => id !== own)
}

function PeerPart({ node }: { readonly node: FlowNode }) {
  const { kind, connector, name } = node
  const peer = kind === 'action' || kind === 'source' ? kind : undefined
  const { state, words } = liveState(node, useActionRates(node.name, isCounting(node)))
  return (
    <>
      <Status kind={stateKinds[state]} wraps>
        {words === '' ? m[state] : words}
      </Status>
      <PropertyList
        groups={[
          {
            properties: [
              { label: m.kind, value: flowNodes[kind] },
              ...(peer === undefined || node.trouble?.kind === 'missing'
                ? []
                : [{ label: flowNodes[peer], value: <PageLink page={peer} id={name} text={name} /> }]),
              ...(connector === undefined
                ? []
                : [
                    {
                      label: m.connector,
                      value: <PageLink page="connector" id={connectorId(node)} text={connector} />,
                    },
                  ]),
            ],
          },
        ]}
      />
    </>
  )
}

/** An action or a source uses a connector of its own type. */
const connectorId = ({ name, connector }: FlowNode) => `${name.split(':', 1)[0]}:${connector}`

interface PageLinkProps {
  readonly page: 'action' | 'source' | 'connector'
  /** The id as `type:name`. */
  readonly id: string
  readonly text: string
}

const PageLink = ({ page, id, text }: PageLinkProps) => (
  <Link to={linkTo(page, { id })}>
    <Verbatim text={text} mono />
  </Link>
)

function RulePart({ graph, rule }: { readonly graph: FlowGraph; readonly rule: FlowRule }) {
  const rates = useRuleRates(rule.id, rule.enable)
  const names = new Map(graph.nodes.map((node) => [node.id, nodeName(node)]))
  const troubles = graph.edges.filter((edge) => edge.rule === rule.id && edge.trouble !== undefined)
  const counted = rates?.counted
  const both = (count: number | undefined, perSecond: number | undefined) =>
    perSecond === undefined
      ? m.total(formatNumber(count))
      : joinFacts([m.rate(formatRate(perSecond)), m.total(formatNumber(count))])
  const row = (
    label: string,
    name: 'passed' | 'failed.no_result' | 'failed.exception' | 'actions.failed' | 'actions.discarded',
  ) => ({
    label,
    value: both(counted?.[name], rates?.per?.(name)),
  })
  return (
    <>
      {!rule.enable && <Status kind="off">{m.off}</Status>}
      {troubles.map(({ id, from, to, state, trouble }) => (
        <Status key={id} kind={stateKinds[state]} wraps>
          {trouble !== undefined &&
            flowTroubles.named(names.get(from.startsWith('from:') ? from : to) ?? '', troubleWord(trouble))}
        </Status>
      ))}
      {counted !== undefined && (
        <PropertyList
          groups={[
            {
              properties: [
                {
                  label: m.in,
                  value: both(counted.matched, counted['matched.rate']),
                  definition: m.inDefinition,
                },
                row(m.passed, 'passed'),
                { label: m.share, value: findPassedShare(counted) ?? m.idle },
                row(m.filteredOut, 'failed.no_result'),
                row(m.exceptions, 'failed.exception'),
                row(m.actionsFailed, 'actions.failed'),
                row(m.discarded, 'actions.discarded'),
              ],
            },
          ]}
        />
      )}
      <section>
        <h3 className={classes['detailsTitle']}>{m.statement}</h3>
        <pre className={classes['sql']}>
          <Verbatim text={rule.sql} mono wrap />
        </pre>
      </section>
    </>
  )
}
