import type { GatewayClient } from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import { gateways } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { read, whyNoPublish } from '#api/query.ts'
import { objects as m } from '#features/extensions/messages/gateway-devices.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { LineField } from '#ui/line-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { sendCommand } from './command-topic.ts'
import classes from './devices.module.css'
import {
  comparePaths,
  findableObjects,
  isObjectPath,
  listInstanceRows,
  type ResourceRow,
  resourceRow,
} from './object-rows.ts'
import {
  type AskedOfDevice,
  type ObjectAction,
  type ObjectWorkspace,
  patienceSeconds,
  useObjectWorkspace,
} from './object-workspace.ts'
import { hereAlready, InstancePanel, ResourceValue } from './resource-table.tsx'

const refreshSeconds = 2

interface ObjectBrowserProps {
  readonly client: GatewayClient
  readonly workspace: ObjectWorkspace
}

/** Shows the objects of an LwM2M device. A request is sent first, then its response is polled. */
export function ObjectBrowser({ client, workspace }: ObjectBrowserProps) {
  const state = useObjectWorkspace(workspace)
  const topic = useCommandTopic(client)
  const isObserving = state.observed.length > 0
  useEffect(() => {
    if (!isObserving) return
    const timer = setInterval(() => {
      // The error is ignored, because the page reports a client that is gone.
      if (document.visibilityState === 'visible') void workspace.refresh().catch(() => undefined)
    }, refreshSeconds * 1000)
    return () => clearInterval(timer)
  }, [workspace, isObserving])
  const instances = listInstanceRows(state)
  return (
    <div className={classes['stack']}>
      <Asking workspace={workspace} topic={topic} />
      {isObserving && <Observed workspace={workspace} />}
      {instances.length === 0 && (
        <Panel label={m.title}>
          <EmptyState title={m.noObjects}>{m.noObjectsText}</EmptyState>
        </Panel>
      )}
      {instances.map((instance) => (
        <InstancePanel key={instance.path} workspace={workspace} instance={instance} topic={topic} />
      ))}
      <Requests workspace={workspace} />
    </div>
  )
}

interface AskingProps {
  readonly workspace: ObjectWorkspace
  readonly topic: string | undefined
}

function Asking({ workspace, topic }: AskingProps) {
  const { search, requests } = useObjectWorkspace(workspace)
  const [path, setPath] = useState('/3/0')
  const disabledReason = whyNoPublish()
  const isPath = isObjectPath(path)
  const whyNotPath = disabledReason ?? (isPath ? undefined : m.wrongPath)
  const current = requests.find(({ outcome }) => outcome.kind === 'waiting')
  const discover = () =>
    workspace.ask('discover', path, (signal) =>
      sendCommand(topic ?? '', { msgType: 'discover', data: { path } }, signal),
    )
  return (
    <Panel
      title={m.title}
      caption={m.caption}
      actions={
        search === undefined ? (
          <Button
            size="small"
            disabledReason={disabledReason}
            onClick={() => void workspace.find(findableObjects)}
          >
            {m.find}
          </Button>
        ) : (
          <>
            <Status kind="unknown">{m.finding(formatNumber(search.done), formatNumber(search.all))}</Status>
            <Button size="small" onClick={() => current && workspace.stopWaiting(current.id)}>
              {m.stop}
            </Button>
          </>
        )
      }
      footer={topic === undefined ? m.noTopic : m.byMessage(topic)}
      padded
    >
      <p className={classes['note']}>{m.note}</p>
      <div className={classes['line']}>
        <LineField
          label={m.path}
          help={m.pathHelp}
          fault={isPath ? undefined : m.wrongPath}
          isCode
          value={path}
          onChange={setPath}
        />
        <div className={classes['buttons']}>
          <Button disabledReason={whyNotPath} onClick={() => void workspace.read(path)}>
            {m.read}
          </Button>
          <Button
            disabledReason={whyNotPath ?? (topic === undefined ? m.noTopic : undefined)}
            onClick={() => void discover()}
          >
            {m.discover}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const none = new Set<string>()

const observedColumns: readonly Column<ResourceRow>[] = [
  verbatimColumn('path', m.path, ({ path }) => path, { always: true, width: 140, phone: 'name' }),
  verbatimColumn('name', m.resource, ({ name }) => name, { mono: false, width: 240, phone: 'line' }),
  {
    id: 'value',
    header: m.value,
    value: ({ known }) => known?.value,
    cell: (resource) => <ResourceValue resource={resource} />,
    width: 260,
    phone: 'pair',
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

function Observed({ workspace }: Pick<ObjectBrowserProps, 'workspace'>) {
  const state = useObjectWorkspace(workspace)
  const rows = state.observed.flatMap((observed) => {
    const below = [...state.values.keys()].filter((path) => path.startsWith(`${observed}/`))
    return [...(below.length === 0 ? [observed] : below)].sort(comparePaths)
  })
  return (
    <Panel title={m.observed} caption={m.observedCaption(refreshSeconds)} footer={m.observedNote}>
      <DataTable
        label={m.observed}
        columns={observedColumns}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => m.of(m.observe, path)}
        query={hereAlready([...new Set(rows)].map((path) => resourceRow(state, path, none)))}
        rowActions={({ path }) => {
          const at = state.observed.find((one) => path === one || path.startsWith(`${one}/`)) ?? path
          return [
            {
              label: m.cancelObserve,
              onSelect: () => void workspace.observe(at, false),
              disabledReason: whyNoPublish(),
            },
          ]
        }}
      />
    </Panel>
  )
}

const actionWords: Readonly<Record<ObjectAction, string>> = {
  read: m.read,
  write: m.writeAction,
  execute: m.executeAction,
  discover: m.discover,
  observe: m.observe,
  'cancel-observe': m.cancelObserve,
}

function Outcome({ asked: { outcome } }: { readonly asked: AskedOfDevice }) {
  switch (outcome.kind) {
    case 'waiting':
      return <Status kind="unknown">{m.waiting}</Status>
    case 'answered':
      return (
        <Status kind={outcome.code.startsWith('2.') ? 'ok' : 'bad'}>
          {m.answered(outcome.code, outcome.codeMsg.replaceAll('_', ' '))}
        </Status>
      )
    case 'refused':
      return (
        <Status kind="bad" wraps>
          {outcome.reason}
        </Status>
      )
    case 'silent':
      return (
        <Status kind="warn" wraps>
          {m.silent(patienceSeconds)}
        </Status>
      )
    case 'stopped':
      return (
        <Status kind="off" wraps>
          {m.stopped}
        </Status>
      )
  }
}

const requestColumns: readonly Column<AskedOfDevice>[] = [
  {
    id: 'action',
    header: m.action,
    value: ({ action, path }) => `${action} ${path}`,
    cell: ({ action, path }) => m.of(actionWords[action], path),
    always: true,
    width: 220,
    phone: 'name',
  },
  {
    id: 'answer',
    header: m.answer,
    value: ({ outcome }) => (outcome.kind === 'answered' ? outcome.code : outcome.kind),
    cell: (asked) => <Outcome asked={asked} />,
    width: 360,
    phone: 'line',
  },
  {
    id: 'at',
    header: m.time,
    value: ({ at }) => at,
    cell: ({ at }) => <RelativeTime at={at} />,
    width: 120,
    phone: 'pair',
  },
]

function Requests({ workspace }: Pick<ObjectBrowserProps, 'workspace'>) {
  const { requests } = useObjectWorkspace(workspace)
  return (
    <Panel title={m.requests}>
      <DataTable
        label={m.requests}
        columns={requestColumns}
        rowKey={({ id }) => String(id)}
        rowLabel={({ action, path }) => m.of(actionWords[action], path)}
        query={hereAlready(requests)}
        rowActions={({ id, outcome }) =>
          outcome.kind === 'waiting'
            ? [{ label: m.stopWaiting, onSelect: () => workspace.stopWaiting(id) }]
            : []
        }
        empty={<EmptyState title={m.noRequests} />}
      />
    </Panel>
  )
}

const settingsSchema = v.looseObject({
  translators: v.looseObject({ command: v.looseObject({ topic: v.string() }) }),
})

/**
 * Returns the topic on which an LwM2M device receives commands, according to its gateway's settings; undefined if it
 * is not known.
 */
function useCommandTopic({ mountpoint }: GatewayClient): string | undefined {
  const { data } = useQuery(read(gateways.get, { params: { name: 'lwm2m' } }))
  const settings = v.safeParse(settingsSchema, data)
  if (!settings.success || mountpoint == null) return undefined
  return mountpoint + nameIn(settings.output.translators.command.topic)
}

/** Returns a topic that a filter matches: `dn/dm` for `dn/#`. */
const nameIn = (filter: string) => filter.replaceAll(/[#+]/g, 'dm')
