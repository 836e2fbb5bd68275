import '@xyflow/react/dist/base.css'
import {
  Controls,
  type CoordinateExtent,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flowDrawing, flowNodes, flows as m } from '#features/integration/flows/messages/flows.ts'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type FlowGraph, type FlowNode, flowPlaces, flowWidth, rowHeight } from './flow-graph.ts'
import { FlowNodeBox } from './flow-node-box.tsx'
import { ratesWord, useActionRates, useRuleRates } from './flow-rates.ts'
import { findPassedShare, isCounting, liveState, nodeName, nodeNote } from './flow-words.ts'
import classes from './flows.module.css'
import { EdgeOnMap, type FlowLight, type MapEdge, tellingEdges } from './map-edge.tsx'

type MapNode = Node<
  { readonly node: FlowNode; readonly light: FlowLight; readonly onFocus: (id: string) => void },
  'flow'
>
interface FlowFocus {
  /** The ID of the chosen node. */
  readonly focus: string | undefined
  readonly onFocus: (id: string | undefined) => void
}

interface FlowMapProps extends FlowFocus {
  readonly drawing: {
    readonly graph: FlowGraph
    /** The search text; a new text resets the map to its top. */
    readonly sought: string
  }
}

interface MapDrawingProps extends FlowFocus {
  readonly graph: FlowGraph
}

const nodeTypes = { flow: NodeOnMap }
const edgeTypes = { flow: EdgeOnMap }
const margin = 16
/** The space in pixels above the node that a link has chosen. */
const lead = 160
const handles = (width: number) =>
  [
    { type: 'target', position: Position.Left, x: 0, y: rowHeight / 2, width: 1, height: 1 },
    { type: 'source', position: Position.Right, x: width, y: rowHeight / 2, width: 1, height: 1 },
  ] as const

/**
 * Shows all flows in four columns; only nodes in view are drawn and requested. Several responses change the graph in
 * quick succession: they are processed during the drawing, and then the latest graph is drawn.
 */
export function FlowMap({ drawing, focus, onFocus }: FlowMapProps) {
  const { graph, sought } = useDeferredValue(drawing)
  const latest = useRef(onFocus)
  useEffect(() => {
    latest.current = onFocus
  })
  // All nodes receive this callback, so a new callback would redraw all of them.
  const focusOn = useCallback((id: string | undefined) => latest.current(id), [])
  // A new search resets the position of the map, so that the matches are in view wherever the map was moved to.
  return <MapDrawing key={sought} graph={graph} focus={focus} onFocus={focusOn} />
}

const MapDrawing = memo(function MapDrawing({ graph, focus, onFocus }: MapDrawingProps) {
  const [place, width] = useWidth()
  const scale = Math.min(1.4, Math.max(0.62, (width - 2 * margin) / flowWidth))
  const places = useMemo(() => flowPlaces(graph, scale), [graph, scale])
  const lit = useMemo(() => graph.nodes.find(({ id }) => id === focus)?.rules, [graph, focus])
  const nodes = useMemo(
    () =>
      graph.nodes.map((node): MapNode => {
        const { width = 0, ...position } = places.get(node.id) ?? { x: 0, y: 0 }
        const isLit = lit !== undefined && node.rules.some((rule) => lit.includes(rule))
        const light = lit === undefined ? undefined : node.id === focus ? 'chosen' : isLit ? 'on' : 'faded'
        return {
          id: node.id,
          type: 'flow',
          position,
          width,
          height: rowHeight,
          handles: [...handles(width)],
          data: { node, light, onFocus },
        }
      }),
    [graph, places, lit, focus, onFocus],
  )
  const telling = useMemo(() => tellingEdges(graph.edges), [graph])
  const edges = useMemo(() => {
    const names = new Map(graph.nodes.map((node) => [node.id, nodeName(node)]))
    return graph.edges.map((edge): MapEdge => {
      const tells = telling.get(edge.id)
      const light = lit === undefined ? undefined : lit.includes(edge.rule) ? 'on' : 'faded'
      const { id, from: source, to: target } = edge
      return {
        id,
        source,
        target,
        ariaLabel: `${names.get(source)} → ${names.get(target)}`,
        type: 'flow',
        zIndex: light === 'on' ? 1 : 0,
        data: { edge, light, tells },
      }
    })
  }, [graph, lit, telling])
  const extent = useMemo((): CoordinateExtent => {
    const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y)) + rowHeight
    return [
      [-margin * 20, -margin * 10],
      [flowWidth * scale + margin * 20, bottom + margin * 20],
    ]
  }, [places, scale])
  return (
    <section ref={place} className={classNames(classes['drawing'], classes['canvas'])} aria-label={m.canvas}>
      <p className={classes['help']}>{m.canvasHelp}</p>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        panOnScroll
        minZoom={0.1}
        maxZoom={1.5}
        defaultViewport={{
          x: margin,
          y: margin - Math.max(0, (places.get(focus ?? '')?.y ?? 0) - lead),
          zoom: 1,
        }}
        translateExtent={extent}
        ariaLabelConfig={flowDrawing}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} orientation="horizontal" aria-label={m.canvas} />
      </ReactFlow>
    </section>
  )
})

/** The four columns share the available width as long as names stay readable. */
function useWidth() {
  const place = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(flowWidth)
  useEffect(() => {
    if (place.current === null) return
    const observer = new ResizeObserver(([entry]) => entry !== undefined && setWidth(entry.contentRect.width))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, width] as const
}

function NodeOnMap({ data: { node, light, onFocus } }: NodeProps<MapNode>) {
  const { id, kind } = node
  const name = nodeName(node)
  const { state, words } = liveState(node, useActionRates(node.name, isCounting(node)))
  return (
    <FlowNodeBox
      kind={kind}
      name={name}
      note={<Note node={node} words={words} />}
      state={state}
      light={light}
      isPressed={light === 'chosen'}
      onOpen={() => onFocus(id)}
    />
  )
}

function Note({ node, words }: { readonly node: FlowNode; readonly words: string }) {
  const { kind, state } = node
  if (kind === 'rule') return state === 'off' ? m.off : <RuleNote id={node.name} />
  if (kind === 'filter') return state === 'off' ? flowNodes.filter : <FilterNote id={node.rules[0] ?? ''} />
  return words === '' ? visibleText(nodeNote(node), 160) : words
}

const RuleNote = ({ id }: { readonly id: string }) => ratesWord(useRuleRates(id, true))

function FilterNote({ id }: { readonly id: string }) {
  const rates = useRuleRates(id, true)
  const share = rates && findPassedShare(rates.counted)
  return share === undefined ? flowNodes.filter : m.passing(share)
}
