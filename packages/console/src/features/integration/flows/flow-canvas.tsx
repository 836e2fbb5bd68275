import '@xyflow/react/dist/base.css'
import { Controls, type Edge, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { flowEditor as m } from '#features/integration/flows/messages/flow-editor.ts'
import { flowDrawing, flowNodes } from '#features/integration/flows/messages/flows.ts'
import { classNames } from '#lib/class-names.ts'
import { type FlowNode, rowHeight } from './flow-graph.ts'
import { FlowNodeBox } from './flow-node-box.tsx'
import { paletteMedium } from './flow-palette.tsx'
import classes from './flows.module.css'

/** A node of the flow that is edited. */
interface CanvasPart {
  readonly id: string
  readonly kind: FlowNode['kind']
  readonly name: string
  readonly note: string
  readonly onOpen: () => void
}

type CanvasNode = Node<{ readonly part: CanvasPart }, 'part'>

interface FlowCanvasProps {
  /** The columns in this order: sources, data processing, filter, actions. */
  readonly columns: readonly (readonly CanvasPart[])[]
  /** Called with the id of the palette entry that was dropped here. */
  readonly onDrop: (id: string) => void
}

const nodeTypes = { part: Part }
const rowDistance = rowHeight + 14
const columnWidth = 180
const columnDistance = 215

/** Draws one flow, from the sources of its messages to the targets of its results. */
export function FlowCanvas({ columns, onDrop }: FlowCanvasProps) {
  const nodes = useMemo(() => columns.flatMap((parts, column) => placeParts(parts, column)), [columns])
  const edges = useMemo(
    () =>
      columns.flatMap((parts, column) =>
        parts.flatMap(({ id: source, name }) =>
          (columns[column + 1] ?? []).map(
            ({ id: target, name: next }): Edge => ({
              ariaLabel: `${name} → ${next}`,
              id: `${source} > ${target}`,
              source,
              target,
              className: classes['line'] ?? '',
            }),
          ),
        ),
      ),
    [columns],
  )
  return (
    <section
      className={classNames(classes['drawing'], classes['edited'])}
      aria-label={m.canvas}
      onDragOver={(event) => event.preventDefault()}
      onDrop={({ dataTransfer }) => onDrop(dataTransfer.getData(paletteMedium))}
    >
      <ReactFlow
        // The changed key redraws the canvas, so that an added node is in view.
        key={columns.map(({ length }) => length).join(' ')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnScroll={false}
        preventScrolling={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        minZoom={0.3}
        maxZoom={1.5}
        ariaLabelConfig={flowDrawing}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} orientation="horizontal" aria-label={m.canvas} />
      </ReactFlow>
    </section>
  )
}

function placeParts(parts: readonly CanvasPart[], column: number): readonly CanvasNode[] {
  return parts.map((part, row) => ({
    id: part.id,
    type: 'part',
    position: {
      x: column * columnDistance,
      y: (row - (parts.length - 1) / 2) * rowDistance,
    },
    width: columnWidth,
    height: rowHeight,
    handles: [
      { type: 'target', position: Position.Left, x: 0, y: rowHeight / 2, width: 1, height: 1 },
      { type: 'source', position: Position.Right, x: columnWidth, y: rowHeight / 2, width: 1, height: 1 },
    ],
    data: { part },
  }))
}

function Part({ data: { part } }: NodeProps<CanvasNode>) {
  const { kind, name, note, onOpen } = part
  return <FlowNodeBox kind={kind} name={name} note={note === '' ? flowNodes[kind] : note} onOpen={onOpen} />
}
