import { type ComponentProps, lazy, Suspense } from 'react'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { flowEditor as m } from '../messages/flow-editor.ts'
import type { FlowCanvas as Canvas } from './flow-canvas.tsx'
import classes from './flow-editor.module.css'
import { FlowPalette, usePalette } from './flow-palette.tsx'

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }))

type FlowDeskProps = Pick<ComponentProps<typeof Canvas>, 'columns'> & Parameters<typeof usePalette>[0]

/** The drawing of a flow with what can be added to it. */
export function FlowDesk({ columns, ...parts }: FlowDeskProps) {
  const isPhone = useIsPhone()
  const groups = usePalette(parts)
  const onDrop = (id: string) =>
    groups
      .flatMap(({ items }) => items)
      .find((one) => one.id === id && one.disabledReason === undefined)
      ?.onAdd()
  return (
    <div className={classes['editor']}>
      <FlowPalette groups={groups} />
      {!isPhone && (
        <Panel title={m.canvas} caption={m.canvasHelp}>
          <Suspense fallback={<Skeleton height={260} />}>
            <FlowCanvas columns={columns} onDrop={onDrop} />
          </Suspense>
        </Panel>
      )}
    </div>
  )
}
