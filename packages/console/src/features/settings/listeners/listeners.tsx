import { listeners as endpoints, type ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { action, type Mutation, send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import { formatList } from '#i18n/sentences.ts'
import type { ConfirmRequest } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Amount } from '#ui/marks.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { ListenerNodes, ListenerUse } from './listener-nodes.tsx'

/** Returns the state of a listener, with the nodes on which it does not run. */
function listenerState({ enable, status, node_status }: ListenerSummary): {
  readonly kind: StatusKind
  readonly word: string
} {
  if (status.running === true) return { kind: 'ok', word: m.running }
  if (status.running === 'inconsistent') {
    const stopped = node_status.filter((one) => one.status.running !== true)
    return { kind: 'warn', word: m.stoppedOn(formatList(stopped.map(({ node }) => visibleText(node)))) }
  }
  return enable ? { kind: 'bad', word: m.notRunning } : { kind: 'off', word: m.disabled }
}

/** `:1883` listens on every address, so only the port is shown. */
const formatBind = ({ bind }: ListenerSummary): string => bind.replace(/^:/, '')

const columns: readonly Column<ListenerSummary, SortOf<'listeners'>>[] = [
  {
    id: 'name',
    header: m.name,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={linkTo('listener', { id })} aria-label={id}>
        <Verbatim text={name} />
      </Link>
    ),
    sortable: true,
    always: true,
    width: 180,
    phone: 'name',
  },
  verbatimColumn('type', m.type, ({ type }) => type, { sortable: true, width: 90, phone: 'pair' }),
  verbatimColumn('bind', m.bind, formatBind, {
    fields: [{ id: 'bind', value: ({ bind }) => bind }],
    sortable: true,
    mono: true,
    width: 180,
    phone: 'pair',
  }),
  {
    id: 'state',
    header: m.state,
    definition: m.stateDefinition,
    value: (listener) => listenerState(listener).word,
    fields: [{ id: 'running', value: ({ status }) => status.running }],
    cell: (listener) => {
      const { kind, word } = listenerState(listener)
      return <Status kind={kind}>{word}</Status>
    },
    sortable: true,
    width: 240,
    phone: 'status',
  },
  {
    id: 'nodes',
    header: m.nodes,
    value: ({ node_status }) => node_status.filter(({ status }) => status.running === true).length,
    fields: [
      {
        id: 'node_status',
        value: ({ node_status }) =>
          node_status.map(({ node, status }) => `${node}:${status.running}`).join(' '),
      },
    ],
    cell: (listener) => <ListenerNodes listener={listener} />,
    width: 140,
    phone: 'pair',
  },
  {
    id: 'connections',
    header: m.connections,
    definition: m.connectionsDefinition,
    value: ({ status }) => status.current_connections,
    fields: [
      { id: 'current_connections', value: ({ status }) => status.current_connections },
      { id: 'max_connections', value: ({ status }) => status.max_connections },
    ],
    cell: ({ status }) => <ListenerUse status={status} />,
    align: 'end',
    sortable: true,
    width: 220,
    phone: 'pair',
  },
  {
    id: 'acceptors',
    header: m.acceptors,
    value: ({ acceptors }) => acceptors,
    cell: ({ acceptors }) => <Amount value={acceptors} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'enable',
    header: m.enabled,
    value: ({ enable }) => enable,
    cell: ({ enable }) => (enable ? m.yes : m.no),
    width: 100,
  },
]

/**
 * Requests the current connections of a listener, since the list may be some seconds old. Resolves to undefined if
 * the request fails.
 */
export async function readConnections({ id }: Pick<ListenerSummary, 'id'>): Promise<number | undefined> {
  const now = await request(endpoints.list, {}).catch(() => [])
  return now.find((one) => one.id === id)?.status.current_connections
}

type Question = (id: string, connections: number) => Omit<ConfirmRequest, 'interrupts'>

/** Creates the confirmation of an action. The number of connections is requested while the dialog is open. */
const asking =
  (question: Question) =>
  (listener: ListenerSummary): ConfirmRequest => {
    const { id, status } = listener
    const told = readConnections(listener)
    return {
      ...question(id, status.current_connections),
      body: told.then((now = status.current_connections) => question(id, now).body),
      interrupts: told.then((now) => (now === 0 ? 'nothing' : 'connections')),
    }
  }

const toParams = ({ id }: ListenerSummary) => ({ params: { id } })
const runs = (words: string) => (listener: ListenerSummary) => (listener.enable ? undefined : words)
const startIt = send(endpoints.start, toParams)
const stopIt = send(endpoints.stop, toParams)

const start = action<ListenerSummary>(startIt, {
  findDisabledReason: ({ status }) => (status.running === true ? m.runsAlready : undefined),
  successMessage: ({ id }) => m.started(id),
})

const stop = action<ListenerSummary>(stopIt, {
  findDisabledReason: runs(m.isDisabled),
  ask: asking((id, connections) => ({
    title: m.stopTitle(id),
    body: m.stopBody(connections),
    action: m.stop,
    danger: true,
  })),
  successMessage: ({ id }) => m.stoppedDone(id),
})

const restart = action<ListenerSummary>(send(endpoints.restart, toParams), {
  findDisabledReason: runs(m.startInstead),
  ask: asking((id) => ({ title: m.restartTitle(id), body: m.restartBody, action: m.restart })),
  successMessage: ({ id }) => m.restarted(id),
})

const reopenIt: Mutation<ListenerSummary> = async (listener) => {
  await stopIt(listener)
  await startIt(listener).catch((error: unknown) => {
    notify.failure(m.notReopened(listener.id))
    throw error
  })
}

const reopen = action<ListenerSummary>(reopenIt, {
  findDisabledReason: runs(m.startInstead),
  ask: asking((id, connections) => ({
    title: m.reopenTitle(id),
    body: m.reopenBody(connections),
    action: m.reopenAction,
    danger: true,
  })),
  successMessage: ({ id }) => m.reopened(id),
})

const remove = action<ListenerSummary>(send(endpoints.remove, toParams), {
  ask: asking((id, connections) => ({
    title: m.removeTitle,
    body: m.removeBody(id, connections),
    action: m.remove,
    danger: true,
    // Four listeners are named `default`, so the user types the whole ID.
    typedName: id,
  })),
  successMessage: ({ id }) => m.removed(id),
})

const pollSeconds = 10

/** The listeners as a list resource. */
export const listenerResource = declareResource({
  toId: ({ id }) => id,
  formatName: ({ id }) => id,
  address: linkTo('listeners'),
  list: wholeList(endpoints.list, {}, (answer) => answer, { pollSeconds }),
  columns,
  columnsKey: 'listenerTableColumns',
  exportName: 'listeners',
  words: m,
  actions: [
    { label: m.start, does: start },
    { label: `${m.stop}…`, does: stop },
    { label: `${m.restart}…`, does: restart },
    { label: m.reopen, does: reopen },
    { label: `${m.remove}…`, danger: true, does: remove, takesAway: true },
  ],
  page: {
    address: (id, tab) => linkTo('listener', { id }, { tab }),
    read: readOne(
      endpoints.list,
      () => ({}),
      (all, id) => all.find((one) => one.id === id),
      { pollSeconds },
    ),
    badges: (listener) => {
      const { kind, word } = listenerState(listener)
      return (
        <>
          <CopyButton text={listener.id} name={m.name} />
          <Status kind={kind} pill>
            {word}
          </Status>
          <ListenerNodes listener={listener} />
        </>
      )
    },
    isMono: true,
    summary: ({ status }) => <ListenerUse status={status} />,
    tabs: [{ id: 'settings', label: m.edit }],
    words: { ...m, tabs: m.label },
  },
})
