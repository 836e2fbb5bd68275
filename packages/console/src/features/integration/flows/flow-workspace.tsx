import { type ComponentProps, lazy, Suspense, use } from 'react'
import { flowEditor, flowWorkspace as m } from '#features/integration/flows/messages/flow-editor.ts'
import { useFormMarks, useFormState } from '#kit/form/form-store.ts'
import { focusControl } from '#kit/form/shell/focus-control.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import type { FlowCanvas as Canvas } from './flow-canvas.tsx'
import classes from './flow-editor.module.css'
import { FlowPalette } from './flow-palette.tsx'
import { MadeHereContext, toMadeId } from './pending-bridges.ts'
import { usePalette, usePaletteBridges } from './use-palette.tsx'

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }))

type Columns = ComponentProps<typeof Canvas>['columns']
type FlowWorkspaceProps = { readonly columns: Columns } & Parameters<typeof usePalette>[0]

/** Shows the drawing of a flow and the palette of nodes that can be added to it. */
export function FlowWorkspace({ columns, ...parts }: FlowWorkspaceProps) {
  const isPhone = useIsPhone()
  const { groups, named } = usePalette(parts)
  const items = () => [...groups.flatMap((group) => group.items), ...named()]
  const add = (id: string) =>
    items()
      .find((one) => one.id === id && one.disabledReason === undefined)
      ?.onAdd()
  const ready = <Ready columns={columns} lockedReason={parts.lockedReason} onAdd={add} />
  return (
    <div className={classes['editor']}>
      <FlowPalette groups={groups} named={named} />
      {isPhone ? (
        <Panel label={m.readiness}>{ready}</Panel>
      ) : (
        <Panel title={flowEditor.canvas} caption={m.canvasHelp}>
          <Suspense fallback={<Skeleton height={260} />}>
            <FlowCanvas columns={columns} onDrop={add} />
          </Suspense>
          {ready}
        </Panel>
      )}
    </div>
  )
}

interface ReadyProps {
  readonly columns: Columns
  readonly lockedReason: string | undefined
  /** Adds the palette entry with this id. */
  readonly onAdd: (id: string) => void
}

interface Remark {
  readonly text: string
  /** Leads to the place where the problem can be corrected. */
  readonly way: { readonly label: string; readonly onGo: () => void }
}

/** Tells whether the flow can be saved in its current state or what is missing, and what will not work after saving. */
function Ready({ columns, lockedReason, onAdd }: ReadyProps) {
  const faults = useFormState((state) => state.faults)
  const isDirty = useFormState((state) => state.isDirty)
  const isNew = useFormMarks((marks) => marks.isNew)
  const gone = useGone(columns)
  const { actions, sources } = usePaletteBridges()
  if (lockedReason !== undefined) return null
  const missing = faults.map(
    ({ path, message }): Remark => ({
      text: message,
      way: { label: m.goThere, onGo: () => focusControl(path) },
    }),
  )
  const sinks = columns.at(-1) ?? []
  const hints: readonly Remark[] = [
    ...(sinks.length === 0
      ? [
          {
            text: m.noSinkYet,
            way: {
              label: m.addSink,
              onGo: () => onAdd(actions?.length === 0 ? 'new-action' : 'action'),
            },
          },
        ]
      : []),
    ...gone.map(({ name, onOpen }) => ({
      text: m.gone(visibleText(name, 80)),
      way: { label: m.goThere, onGo: onOpen },
    })),
  ]
  const isFine = missing.length === 0
  return (
    <section className={classes['ready']} aria-label={m.readiness}>
      <span role="status">
        <Status kind={!isFine ? 'bad' : hints.length > 0 ? 'warn' : 'ok'}>
          {!isFine ? m.missing : !isDirty && !isNew ? m.unchanged : hints.length > 0 ? m.readyBut : m.ready}
        </Status>
      </span>
      {isFine && hints.length === 0 && actions !== undefined && sources !== undefined && (
        <span className="dim">{m.allThere}</span>
      )}
      <div className={classes['remarks']}>
        {[...missing, ...hints]
          .slice(0, mostRemarks)
          .map((remark, at) => ({ ...remark, at }))
          .map(({ text, way, at }) => (
            <p key={at}>
              {text}
              <Button size="small" variant="quiet" aria-label={m.wayTo(way.label, text)} onClick={way.onGo}>
                {way.label}
              </Button>
            </p>
          ))}
      </div>
    </section>
  )
}

const mostRemarks = 12

/** Returns the sources and actions of the flow that neither exist in the broker nor are created with the flow. */
function useGone(columns: Columns): Columns[number] {
  const made = use(MadeHereContext)
  const { actions, sources } = usePaletteBridges()
  return columns.flat().filter(({ kind, name }) => {
    const known = kind === 'action' ? actions : kind === 'source' ? sources : undefined
    return known !== undefined && made?.isTaken(name) !== true && !known.some((one) => toMadeId(one) === name)
  })
}
