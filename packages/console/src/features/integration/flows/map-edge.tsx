import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  Position,
  useStore,
} from '@xyflow/react'
import { flows as m } from '#features/integration/flows/messages/flows.ts'
import { formatRate } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { Tooltip } from '#ui/floating.tsx'
import { StatusShape } from '#ui/status.tsx'
import type { FlowEdge } from './flow-graph.ts'
import type { FlowNodeBox } from './flow-node-box.tsx'
import { useActionRates, useKnownRuleRates } from './flow-rates.ts'
import { isCounting, liveState, stateKinds } from './flow-words.ts'
import classes from './flows.module.css'

/** The smallest zoom at which rates are readable. */
const readable = 0.8

interface EdgeRateProps {
  readonly rule: string
  readonly tells: 'matched' | 'passed'
  readonly x: number
  readonly y: number
}

/** Shows the rate at an edge while the zoom keeps it readable. */
function EdgeRate({ rule, tells, x, y }: EdgeRateProps) {
  const isReadable = useStore(({ transform: [, , zoom] }) => zoom >= readable)
  const rates = useKnownRuleRates(rule)
  const rate = tells === 'matched' ? rates?.counted['matched.rate'] : rates?.per?.('passed')
  if (!isReadable || rate === undefined || rate === 0) return null
  return (
    <EdgeLabelRenderer>
      <span
        className={classes['rate']}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      >
        {m.rate(formatRate(rate))}
      </span>
    </EdgeLabelRenderer>
  )
}

/** The distance between a node and the middle of a rate beside it, in pixels. */
const besideNode = 34
export type FlowLight = Parameters<typeof FlowNodeBox>[0]['light']

interface EdgeData extends Record<string, unknown> {
  readonly edge: FlowEdge
  readonly light: FlowLight
  /** The figure of the rule that this edge shows: once for all of its sources and once for all of its actions. */
  readonly tells: 'matched' | 'passed' | undefined
}
export type MapEdge = Edge<EdgeData, 'flow'>

/** Returns the first edge into each rule, and the first edge from each rule to its results. */
export function tellingEdges(edges: readonly FlowEdge[]): ReadonlyMap<string, 'matched' | 'passed'> {
  const told = new Map<string, 'matched' | 'passed'>()
  const seen = new Set<string>()
  for (const { id, to, rule, state } of edges) {
    const tells = to === `rule:${rule}` ? 'matched' : to.startsWith('where:') ? undefined : 'passed'
    if (tells === undefined || state === 'off' || seen.has(`${tells} ${rule}`)) continue
    seen.add(`${tells} ${rule}`)
    told.set(id, tells)
  }
  return told
}

export function EdgeOnMap({ data, ...ends }: EdgeProps<MapEdge>) {
  return data === undefined ? null : <LiveEdge {...data} {...ends} />
}

type LiveEdgeProps = NonNullable<MapEdge['data']> &
  Pick<EdgeProps<MapEdge>, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>

function LiveEdge({ edge, light, tells, sourceX, sourceY, targetX, targetY }: LiveEdgeProps) {
  const { action } = edge
  const { state, words } = liveState(
    edge,
    useActionRates(action ?? '', action !== undefined && isCounting(edge)),
  )
  const [path, ,] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
  })
  return (
    <>
      <BaseEdge
        path={path}
        className={classNames(classes['edge'], classes[state], light !== undefined && classes[light])}
      />
      {words === '' && tells !== undefined && light !== 'faded' && (
        <EdgeRate
          rule={edge.rule}
          tells={tells}
          x={tells === 'matched' ? targetX - besideNode : sourceX + besideNode}
          y={tells === 'matched' ? targetY : sourceY}
        />
      )}
      {words !== '' && (
        <EdgeLabelRenderer>
          <span
            role="img"
            aria-label={words}
            className={classNames(
              classes['label'],
              classes[state],
              light !== undefined && classes[light],
              'nopan',
            )}
            style={{
              transform: `translate(-50%, -50%) translate(${(sourceX + targetX) / 2}px, ${(sourceY + targetY) / 2}px)`,
            }}
          >
            <Tooltip label={words}>
              <StatusShape kind={stateKinds[state]} coloured />
            </Tooltip>
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
