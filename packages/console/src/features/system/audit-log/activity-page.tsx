import { messageTransformations } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { gateways } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useSyncExternalStore } from 'react'
import { action } from '#acting/action.tsx'
import { type Activity, forgetOwnActivity, onActivity, ownActivity } from '#api/activity.ts'
import { request } from '#api/http.ts'
import { auditLog, activity as m } from '#features/system/messages/console.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { operationName, operationObject } from './operation-name.ts'

let seen: { readonly key: string; readonly rows: readonly Activity[] } = { key: '', rows: [] }

/** Returns the same array until an activity is added: a store's snapshot must be stable between reads. */
function snapshot(): readonly Activity[] {
  const rows = ownActivity()
  const key = `${rows.length} ${rows[0]?.at} ${rows.at(-1)?.at}`
  if (key !== seen.key) seen = { key, rows }
  return seen.rows
}

/** Lists the changes made from this browser. Unlike the audit log of Enterprise, it does not include other users. */
export function ActivityPage() {
  const rows = useSyncExternalStore(onActivity, snapshot)
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        rows.length > 0 && (
          <Button size="small" onClick={forgetOwnActivity}>
            {m.forget}
          </Button>
        )
      }
    >
      <DataTable
        page="activity"
        label={m.title}
        columns={columns}
        columnsKey="activityTableColumns"
        rowKey={({ at, method, path, params }) => JSON.stringify([at, method, path, params])}
        rowLabel={describeActivity}
        query={{ rows, isPending: false, isFetching: false, refetch: () => undefined }}
        rowActions={(one) =>
          isLast(one, rows)
            ? [
                {
                  label: m.undo,
                  disabledReason: takeBack.findDisabledReason(one),
                  onSelect: () => void takeBack.run(one),
                },
              ]
            : []
        }
        exportName="activity"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
    </Page>
  )
}

const asOperation = ({ method, path, params }: Activity) => ({
  http_method: method,
  operation_id: path,
  http_request: { bindings: params },
})

const formatRequest = ({ method, path }: Activity) => `${method} ${path}`
const describeActivity = (one: Activity) => operationName(asOperation(one)) ?? formatRequest(one)

/** Names a user of an authenticator by the authenticator and the user, as in the audit log. */
function describeObject(one: Activity): string {
  const names = [operationObject(asOperation(one)), one.made ?? '']
  return [...new Set(names)].filter((name) => name !== '').join(' ')
}

/**
 * Describes a change that can be undone based on its path alone, in both directions. Request bodies are not stored,
 * because they may hold secrets.
 */
interface Switch {
  /** The parameter that identifies the object. */
  readonly of: 'id' | 'name'
  /** Returns true if the change switched the object on, false if it switched it off. */
  readonly isOn: (params: Activity['params']) => boolean
  readonly words: readonly [off: string, on: string]
  readonly set: (name: string, on: boolean) => Promise<unknown>
  /** The interruption that undoing causes if the change switched the object on. */
  readonly interrupts: Interruption
}

const enabled = {
  isOn: ({ enable }: Activity['params']) => enable === 'true',
  words: [m.disabled, m.enabled],
} as const
const ofId = { ...enabled, of: 'id', interrupts: 'data' } as const
const ofName = { ...enabled, of: 'name', interrupts: 'data' } as const
const listener = {
  of: 'id',
  words: [m.stopped, m.started],
  set: (id: string, on: boolean) => request(on ? listeners.start : listeners.stop, { params: { id } }),
  interrupts: 'connections',
} as const
const text = (on: boolean) => (on ? 'true' : 'false')

const switches: ReadonlyMap<string, Switch> = new Map<string, Switch>([
  [
    actions.setEnabled.path,
    { ...ofId, set: (id, on) => request(actions.setEnabled, { params: { id, enable: text(on) } }) },
  ],
  [
    sources.setEnabled.path,
    { ...ofId, set: (id, on) => request(sources.setEnabled, { params: { id, enable: text(on) } }) },
  ],
  [
    connectors.setEnabled.path,
    { ...ofId, set: (id, on) => request(connectors.setEnabled, { params: { id, enable: text(on) } }) },
  ],
  [
    gateways.enable.path,
    {
      ...ofName,
      set: (name, enable) => request(gateways.enable, { params: { name, enable } }),
      interrupts: 'connections',
    },
  ],
  [
    messageTransformations.enable.path,
    {
      ...ofName,
      set: (name, enable) => request(messageTransformations.enable, { params: { name, enable } }),
    },
  ],
  [
    schemaValidations.enable.path,
    { ...ofName, set: (name, enable) => request(schemaValidations.enable, { params: { name, enable } }) },
  ],
  [
    plugins.act.path,
    {
      of: 'name',
      isOn: (params) => params['action'] === 'start',
      words: [m.stopped, m.started],
      interrupts: 'data',
      set: (name, on) => request(plugins.act, { params: { name, action: on ? 'start' : 'stop' } }),
    },
  ],
  [listeners.start.path, { ...listener, isOn: () => true }],
  [listeners.stop.path, { ...listener, isOn: () => false }],
])

/** Returns the object that was switched, or undefined if the change has no two states. */
function findSwitched(one: Activity) {
  const known = one.outcome === 'done' ? switches.get(one.path) : undefined
  const name = known && one.params[known.of]
  if (known === undefined || name === undefined) return undefined
  const isOn = known.isOn(one.params)
  return { ...known, name, isOn, key: JSON.stringify([one.path.split('/')[1], name]) }
}

/** Returns true for the last switch of an object; only the last one can be undone. */
function isLast(one: Activity, rows: readonly Activity[]): boolean {
  const key = findSwitched(one)?.key
  return key !== undefined && rows.find((other) => findSwitched(other)?.key === key) === one
}

const takeBack = action<Activity>(
  async (one) => {
    const done = findSwitched(one)
    await done?.set(done.name, !done.isOn)
  },
  {
    ask: (one) => {
      const {
        words: [off, on] = ['', ''],
        isOn = false,
        name = '',
        interrupts = 'nothing',
      } = findSwitched(one) ?? {}
      return {
        title: m.undoTitle(describeActivity(one)),
        body: m.undoBody(visibleText(name, 200), isOn ? off : on),
        action: m.undoIt,
        interrupts: isOn ? interrupts : 'nothing',
      }
    },
    successMessage: (one) => {
      const { words: [off, on] = ['', ''], isOn = false, name = '' } = findSwitched(one) ?? {}
      return m.undone(visibleText(name, 200), isOn ? off : on)
    },
  },
)

const columns: readonly Column<Activity, SortOf<'activity'>>[] = [
  {
    id: 'at',
    header: auditLog.time,
    value: ({ at }) => new Date(at).toISOString(),
    cell: ({ at }) => formatDateTime(at),
    always: true,
    sortable: true,
    width: 180,
    phone: 'pair',
  },
  {
    id: 'operation',
    header: auditLog.operation,
    value: formatRequest,
    cell: (one) => <Verbatim text={describeActivity(one)} />,
    always: true,
    width: 240,
    phone: 'name',
  },
  verbatimColumn('object', auditLog.object, describeObject, { width: 260, phone: 'pair' }),
  verbatimColumn('request', auditLog.path, formatRequest, { width: 260, isExtra: true }),
  {
    id: 'outcome',
    header: auditLog.result,
    value: ({ outcome }) => outcome,
    cell: (one) => <Outcome {...one} />,
    width: 220,
    phone: 'status',
  },
]

/** Returns true for a start or restart: its response only confirms the attempt, so the start may fail afterwards. */
const isStart = ({ path, params }: Pick<Activity, 'path' | 'params'>) =>
  [path.split('/').at(-1), params['operation'], params['action']].some(
    (word) => word === 'start' || word === 'restart',
  )

function Outcome({ outcome, ...one }: Pick<Activity, 'outcome' | 'path' | 'params'>) {
  if (outcome === 'done' && isStart(one)) return <Status kind="ok">{m.accepted}</Status>
  if (outcome === 'done') return <Status kind="ok">{auditLog.success}</Status>
  if (outcome === 'unknown') return <Status kind="warn">{m.unknown}</Status>
  return (
    <Status kind="bad">
      {m.refused} <Verbatim text={outcome} mono />
    </Status>
  )
}
