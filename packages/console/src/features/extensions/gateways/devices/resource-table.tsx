import { useState } from 'react'
import { whyNoPublish } from '#api/query.ts'
import { objects as m } from '#features/extensions/messages/gateway-devices.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { sendCommand } from './command-topic.ts'
import type { InstanceRows, ResourceRow } from './object-rows.ts'
import type { ObjectWorkspace } from './object-workspace.ts'
import { ExecuteDialog, WriteDialog } from './resource-dialogs.tsx'

/** Returns the state of a finished query for local rows, which a table requires. */
export const hereAlready = <Row,>(rows: readonly Row[]) => ({
  rows,
  isPending: false,
  isFetching: false,
  refetch: () => undefined,
})

const year2000 = 946_684_800

function valueText({ known, type, unit }: ResourceRow): string | undefined {
  if (known === undefined) return undefined
  const { value } = known
  if (type === 'Time' && typeof value === 'number' && value > year2000) return formatDateTime(value * 1000)
  return unit === undefined ? String(value) : `${value} ${unit}`
}

export function ResourceValue({ resource }: { readonly resource: ResourceRow }) {
  if (resource.isWaiting) return <Status kind="unknown">{m.waiting}</Status>
  return <Verbatim text={valueText(resource)} mono focusable />
}

const columns: readonly Column<ResourceRow>[] = [
  verbatimColumn('name', m.resource, ({ name }) => name, {
    mono: false,
    always: true,
    width: 240,
    phone: 'name',
  }),
  verbatimColumn('path', m.path, ({ path }) => path, { width: 120, phone: 'pair' }),
  {
    id: 'operations',
    header: m.operations,
    definition: m.operationsDefinition,
    value: ({ operations }) => operations,
    cell: ({ operations, isObserved }) => (
      <>
        {operations} {isObserved && <Tag tone="accent">{m.observedMark}</Tag>}
      </>
    ),
    width: 120,
    phone: 'pair',
  },
  {
    id: 'type',
    header: m.type,
    value: ({ type }) => type,
    cell: ({ type }) => type,
    width: 90,
    phone: 'pair',
  },
  {
    id: 'value',
    header: m.value,
    value: ({ known }) => known?.value,
    cell: (resource) => <ResourceValue resource={resource} />,
    width: 260,
    phone: 'line',
  },
  {
    id: 'updated',
    header: m.updated,
    value: ({ known }) => known?.at,
    cell: ({ known }) => <RelativeTime at={known?.at} />,
    width: 130,
    phone: 'pair',
  },
]

interface InstanceProps {
  readonly workspace: ObjectWorkspace
  readonly instance: InstanceRows
  /** The topic on which commands are published; undefined if it is not known. */
  readonly topic: string | undefined
}

/** Shows one instance of an object: its resources, and the operations on them. */
export function InstancePanel({ workspace, instance, topic }: InstanceProps) {
  const [open, setOpen] = useState<{ readonly kind: 'write' | 'execute'; readonly resource: ResourceRow }>()
  const { path, name = m.unknownObject, resources } = instance
  const disabledReason = whyNoPublish()
  const noCommand = disabledReason ?? (topic === undefined ? m.noTopic : undefined)
  const discover = () =>
    workspace.ask('discover', path, (signal) =>
      sendCommand(topic ?? '', { msgType: 'discover', data: { path } }, signal),
    )
  return (
    <Panel
      title={name}
      caption={<Verbatim text={path} mono />}
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            disabledReason={noCommand}
            aria-label={m.of(m.discover, path)}
            onClick={() => void discover()}
          >
            {m.discover}
          </Button>
          <Button
            size="small"
            disabledReason={disabledReason}
            aria-label={m.of(m.readAll, path)}
            onClick={() => void workspace.read(path)}
          >
            {m.readAll}
          </Button>
        </>
      }
    >
      <DataTable
        label={`${name} ${path}`}
        columns={columns}
        rowKey={({ path: own }) => own}
        query={hereAlready(resources)}
        rowActions={(resource) =>
          resourceActions(workspace, resource, {
            write: () => setOpen({ kind: 'write', resource }),
            execute: () => setOpen({ kind: 'execute', resource }),
            noCommand,
          })
        }
      />
      {open?.kind === 'write' && (
        <WriteDialog workspace={workspace} resource={open.resource} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'execute' && topic !== undefined && (
        <ExecuteDialog
          workspace={workspace}
          resource={open.resource}
          topic={topic}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

interface Openers {
  readonly write: () => void
  readonly execute: () => void
  readonly noCommand: string | undefined
}

/**
 * Returns the actions of a resource. Operations that its definition does not allow are disabled with a reason;
 * without a definition, all are possible.
 */
function resourceActions(
  workspace: ObjectWorkspace,
  { path, operations }: ResourceRow,
  { write, execute, noCommand }: Openers,
): readonly MenuAction[] {
  const may = (operation: 'R' | 'W' | 'E', words: string) =>
    operations === '' || operations.includes(operation) ? undefined : words
  const disabledReason = whyNoPublish()
  const observes = workspace.state().observed.includes(path)
  return [
    {
      label: m.read,
      onSelect: () => void workspace.read(path),
      disabledReason: disabledReason ?? may('R', m.cannotRead),
    },
    { label: m.write, onSelect: write, disabledReason: disabledReason ?? may('W', m.cannotWrite) },
    { label: m.execute, onSelect: execute, disabledReason: noCommand ?? may('E', m.cannotExecute) },
    {
      label: observes ? m.cancelObserve : m.observe,
      onSelect: () => void workspace.observe(path, !observes),
      disabledReason: disabledReason ?? may('R', m.cannotRead),
    },
  ]
}
