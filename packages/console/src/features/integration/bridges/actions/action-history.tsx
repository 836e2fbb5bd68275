import {
  type Action,
  type ActionMetrics,
  type ActionSummary,
  actions as actionEndpoints,
} from '@brokerdeck/contract/integration/actions.ts'
import { bufferBytesPerNode, secondsUntilFull } from '@brokerdeck/contract/integration/buffer-size.ts'
import { type Connector, connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources as sourceEndpoints } from '@brokerdeck/contract/integration/sources.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { read, whyNoWrite } from '#api/query.ts'
import { BridgeNodes } from '#features/integration/bridges/bridge-nodes.tsx'
import { bridgeId, bridgeState, isOfWebhook } from '#features/integration/bridges/bridge-state.ts'
import { actionCounters, actionHistory as m } from '#features/integration/bridges/messages/action-figures.ts'
import { actions, sources } from '#features/integration/bridges/messages/bridges.ts'
import { useActionRates } from '#features/integration/flows/flow-rates.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { formatList } from '#i18n/sentences.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import { Link, useGo } from '#kit/page/link.tsx'
import { linkTo, ruleAddress } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './action-history.module.css'

type Counted = ActionMetrics['node_metrics']

interface ActionHistoryProps {
  readonly kind: 'action' | 'source'
  readonly id: string
  readonly counted: Counted
}

/**
 * Shows why an action or source does not work and on which nodes, how full its buffers are, and what it is connected
 * to.
 */
export function ActionHistory({ kind, id, counted }: ActionHistoryProps) {
  const { get } = kind === 'action' ? actionEndpoints : sourceEndpoints
  const { data: one } = useQuery(read(get, { params: { id } }, { pollSeconds: 5 }))
  const connector = useConnector(one)
  if (one === undefined) return null
  const isDown = one.enable && one.status !== 'connected'
  // Without a connection the action reports only that the connection is missing; the reason is in the connector's
  // state.
  const cause = connector !== undefined && connector.status !== 'connected' ? connector : undefined
  return (
    <>
      {isDown &&
        (cause ? <BridgeNodes kind="connector" bridge={cause} /> : <BridgeNodes kind={kind} bridge={one} />)}
      {kind === 'action' && isDown && cause && <Meanwhile counted={counted} options={one.resource_opts} />}
      {kind === 'action' && <LosingNow id={id} />}
      {kind === 'action' && <Buffers counted={counted} limit={bufferBytesPerNode(one.resource_opts)} />}
      <Ends
        kind={kind}
        bridge={one}
        id={bridgeId({ type: one.type, name: one.connector })}
        connector={connector}
      />
    </>
  )
}

function useConnector(one: Action | undefined): Connector | undefined {
  const id = one === undefined ? '' : bridgeId({ type: one.type, name: one.connector })
  const asked = read(connectors.get, { params: { id } }, { pollSeconds: 5 })
  return useQuery({ ...asked, enabled: one !== undefined, retry: false }).data
}

const reasons = [
  'dropped.expired',
  'dropped.queue_full',
  'dropped.resource_stopped',
  'dropped.resource_not_found',
  'dropped.other',
] as const

/**
 * Shows what was dropped between the last two readings, and why. Messages may be dropped even while all nodes are
 * connected.
 */
function LosingNow({ id }: { readonly id: string }) {
  const per = useActionRates(id, true)?.per
  const losses = reasons.map((name) => ({ name, rate: per?.(name) ?? 0 })).filter(({ rate }) => rate > 0)
  if (losses.length === 0) return null
  return (
    <Panel title={m.losing} padded>
      <div role="status">
        <Status kind="bad" wraps>
          {m.losingAt(formatRate(losses.reduce((sum, { rate }) => sum + rate, 0)))}
        </Status>
        <ul className={classes['losses']}>
          {losses.map(({ name, rate }) => (
            <li key={name}>
              {m.lossOf(actionCounters[name], formatRate(rate), actionCounters[`${name}.definition`])}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

const waitingSchema = v.object({
  /**
   * Producers of Kafka, Event Hubs, Confluent and Pulsar have no `request_ttl`: the broker buffers no messages for
   * them.
   */
  request_ttl: v.optional(v.union([v.string(), v.number()])),
  query_mode: v.optional(v.string(), 'async'),
})

/** Tells what happens to messages while the connector has no connection, and what happened to earlier messages. */
function Meanwhile({ counted, options }: { readonly counted: Counted; readonly options: unknown }) {
  const read = v.safeParse(waitingSchema, options)
  if (!read.success) return null
  const { request_ttl: given, query_mode: mode } = read.output
  const milliseconds = given === undefined || given === 'infinity' ? undefined : parseDuration(given)
  if (given !== undefined && given !== 'infinity' && milliseconds === undefined) return null
  const lost = reasons
    .map((name) => ({ name, count: counted.reduce((sum, { metrics }) => sum + metrics[name], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => m.lostFor(actionCounters[name], formatNumber(count)))
  return (
    <Panel title={m.meanwhile} padded>
      <div className={classes['ends']}>
        {given === undefined ? (
          <p>{m.waitsNot}</p>
        ) : (
          <p>
            {milliseconds === undefined ? m.waitsLong : m.waits(formatDuration(milliseconds, 2))}{' '}
            {mode === 'sync' && m.publishersWait}
          </p>
        )}
        {lost.length > 0 && <p>{m.lost(formatList(lost))}</p>}
      </div>
    </Panel>
  )
}

interface BuffersProps {
  readonly counted: Counted
  /** The limit in bytes on each node; undefined if the broker does not report the limit. */
  readonly limit: number | undefined
}

/** Shows how much is queued on each node, and when the buffer will be full. */
function Buffers({ counted, limit }: BuffersProps) {
  const growth = useGrowth(counted)
  if (limit === undefined || counted.every(({ metrics }) => metrics.queuing_bytes === undefined)) return null
  return (
    <Panel title={m.buffers} padded>
      <dl className={classes['buffers']}>
        {counted.map(({ node, metrics: { queuing, queuing_bytes: bytes = 0 } }) => {
          const seconds = secondsUntilFull({ limit, bytes, growth: growth(node, bytes) })
          return (
            <div key={node} className={classes['buffer']}>
              <dt>
                <Verbatim text={node} mono />
              </dt>
              <dd>
                <Meter
                  size="wide"
                  label={m.bufferOn(node)}
                  value={bytes / limit}
                  level={bytes > limit * 0.8 ? 'bad' : bytes > limit / 2 ? 'warn' : 'normal'}
                />
                <span>{m.filled(formatBytes(bytes), formatBytes(limit))}</span>
                <span>{m.queued(queuing, formatNumber(queuing))}</span>
                {seconds !== undefined && (
                  <Status kind="warn">{m.fullIn(formatDuration(seconds * 1000, 1))}</Status>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}

/** Returns how fast the buffer of a node has grown since the page was opened, in bytes per second. */
function useGrowth(counted: Counted): (node: string, bytes: number) => number {
  const [first] = useState(() => ({ at: Date.now(), counted }))
  const [at, setAt] = useState(first.at)
  useEffect(() => setAt(counted === first.counted ? first.at : Date.now()), [counted, first])
  const elapsed = (at - first.at) / 1000
  return (node, bytes) => {
    const before = first.counted.find((one) => one.node === node)?.metrics.queuing_bytes
    // Two readings that are close to each other give no meaningful rate.
    return before === undefined || elapsed < 5 ? 0 : (bytes - before) / elapsed
  }
}

interface EndsProps {
  readonly kind: ActionHistoryProps['kind']
  readonly bridge: ActionSummary
  /** The id of the connector. */
  readonly id: string
  readonly connector: Connector | undefined
}

/** Shows the rules on one side and the connector on the other. */
function Ends({ kind, bridge, id, connector }: EndsProps) {
  const go = useGo()
  const state = connector && bridgeState(connector)
  const own = bridgeId(bridge)
  return (
    <Panel
      title={m.ends}
      padded
      actions={
        <Button
          size="small"
          disabledReason={whyNoWrite() ?? (isOfWebhook(bridge) ? actions.ofWebhook : undefined)}
          onClick={() =>
            void go(linkTo('createRule', kind === 'action' ? { actionId: own } : { sourceId: own }))
          }
        >
          {m.createRule}
        </Button>
      }
    >
      <div className={classes['ends']}>
        <p>
          {m.connector} <Link to={linkTo('connector', { id })}>{<Verbatim text={id} mono />}</Link>{' '}
          {state && <Status kind={state.kind}>{state.word}</Status>}
        </p>
        {bridge.rules.length === 0 && <p>{m.unused}</p>}
        <LinkedNames
          label={(kind === 'action' ? actions : sources).usedByRules}
          ids={bridge.rules}
          to={ruleAddress}
        />
      </div>
    </Panel>
  )
}
