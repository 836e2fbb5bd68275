import type { Endpoint, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { action, type Mutation, send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { hasAuthentication } from '#features/extensions/gateways/authentication/credential-kinds.ts'
import { gatewayAuthentication as authn } from '#features/extensions/messages/gateway-authentication.ts'
import { gatewayListeners as m, gateways as words } from '#features/extensions/messages/gateways.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { fromListItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, type ManagedState } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Status } from '#ui/status.tsx'
import { toGatewayListenerDocument } from './gateway-listener-document.ts'
import { gatewayNames } from './gateways.tsx'

type EndpointAnswer<E extends Endpoint> = ResponseOf<E>
export type GatewayListener = EndpointAnswer<typeof endpoints.listeners>[number]

const runs = { kind: 'ok', word: words.running } as const
const off = { kind: 'off', word: words.stopped } as const

/** Returns the likely reason why a listener is stopped, since the API does not report one. */
function whyStopped({ enable, type }: Pick<GatewayListener, 'enable' | 'type'>): string {
  if (enable === false) return m.whyDisabled
  if (consoleConfig().mode === 'embedded') {
    if (type === 'dtls') return m.noDtls
    if (type === 'ws' || type === 'wss') return m.noWebSocket
  }
  return m.whyUnknown
}

function stateOfListener({ enable, type, status, node_status }: GatewayListener): {
  readonly state: ManagedState
} {
  const isWanted = enable !== false
  const stopped = isWanted ? ({ kind: 'bad', word: words.stopped } as const) : off
  const toLook = (running: boolean | 'inconsistent') =>
    running === true ? runs : running === 'inconsistent' ? ({ ...stopped, kind: 'warn' } as const) : stopped
  return {
    state: {
      ...toLook(status.running),
      status: String(status.running),
      nodes: node_status.map((one) => ({
        node: one.node,
        status: String(one.status.running),
        ...toLook(one.status.running),
        reason: one.status.running === true ? undefined : whyStopped({ enable, type }),
      })),
    },
  }
}

const countConnections = ({ status }: GatewayListener) => status.current_connections
const cutBy = (listener: GatewayListener) => (countConnections(listener) === 0 ? 'nothing' : 'connections')
const formatBind = ({ bind }: GatewayListener): string => String(bind ?? '').replace(/^:/, '')
const pollSeconds = 10

/** Describes the listeners of one gateway. */
export const createGatewayListenerResource = (name: GatewayKind) => {
  const toParams = ({ id }: GatewayListener) => ({ params: { name, id } })
  const toEnabled =
    (enable: boolean): Mutation<GatewayListener> =>
    async (listener) => {
      // The listener is read again, because the request sends all settings.
      const now = await request(endpoints.listener, toParams(listener))
      const body = parseBody(endpoints.updateListener.body, { ...toGatewayListenerDocument(now), enable })
      return await request(endpoints.updateListener, { ...toParams(listener), body })
    }
  /** Disables and enables the listener, because the API has no restart operation. */
  const restartIt: Mutation<GatewayListener> = async (listener) => {
    await toEnabled(false)(listener)
    try {
      await toEnabled(true)(listener)
    } catch (error) {
      notify.failure(words.notRestarted(listener.id))
      throw error
    }
  }
  return declareResource({
    toId: ({ id }) => id,
    idField: 'id',
    formatName: ({ id }) => visibleText(id, 80),
    formatLabel: ({ name: own }) => visibleText(own, 80),
    address: linkTo('gateway', { name }, { tab: 'listeners' }),
    list: wholeList(endpoints.listeners, { params: { name } }, (all) => all, { pollSeconds }),
    columns: [
      'name',
      verbatimColumn('type', m.type, ({ type }: GatewayListener) => type, { width: 80, phone: 'pair' }),
      verbatimColumn('bind', m.bind, formatBind, {
        fields: [{ id: 'bind', value: ({ bind }) => bind }],
        width: 160,
        phone: 'pair',
      }),
      'status',
      'nodes',
      {
        id: 'connections',
        header: words.connections,
        definition: words.connectionsDefinition,
        value: countConnections,
        fields: [
          { id: 'current_connections', value: countConnections },
          { id: 'max_connections', value: ({ status }) => status.max_connections },
        ],
        cell: ({ status: { current_connections: now, max_connections: most } }) =>
          words.used(formatNumber(now), most === 'infinity' ? words.unlimited : formatNumber(most)),
        align: 'end',
        width: 180,
        phone: 'pair',
      },
    ],
    exportName: `${name}-listeners`,
    words: { ...m, title: gatewayNames[name] },
    status: { read: fromListItem(stateOfListener), definition: m.stateDefinition },
    actions: [
      {
        label: m.enable,
        does: action(toEnabled(true), {
          findDisabledReason: ({ enable }) => (enable === false ? undefined : m.isOn),
          successMessage: ({ id }) => m.enabledDone(id),
        }),
      },
      {
        label: m.disable,
        does: action(toEnabled(false), {
          findDisabledReason: ({ enable }) => (enable === false ? m.isOff : undefined),
          ask: (listener) => ({
            title: m.disableTitle(listener.id),
            body: m.disabling(countConnections(listener), formatNumber(countConnections(listener))),
            action: m.disableAction,
            danger: true,
            interrupts: cutBy(listener),
          }),
          successMessage: ({ id }) => m.disabledDone(id),
        }),
      },
      {
        label: `${words.restart}…`,
        does: action(restartIt, {
          findDisabledReason: ({ status }) => (status.running === false ? m.startInstead : undefined),
          ask: (listener) => ({
            title: words.restartTitle(listener.id),
            body: m.restartBody(countConnections(listener), formatNumber(countConnections(listener))),
            action: words.restart,
            danger: true,
            interrupts: cutBy(listener),
          }),
          successMessage: ({ id }) => words.restarted(id),
        }),
      },
      {
        label: m.remove,
        danger: true,
        takesAway: true,
        does: action(send(endpoints.removeListener, toParams), {
          takesAway: true,
          ask: (listener) => ({
            title: m.removeTitle,
            body: `${m.removeBody(listener.id)} ${m.disabling(countConnections(listener), formatNumber(countConnections(listener)))}`,
            action: m.remove.replace('…', ''),
            danger: true,
            interrupts: cutBy(listener),
            typedName: listener.id,
          }),
          successMessage: ({ id }) => m.removed(id),
        }),
      },
    ],
    page: {
      address: (id, tab) => linkTo('gatewayListener', { name, id }, { tab }),
      isMono: true,
      read: readOne(
        endpoints.listeners,
        () => ({ params: { name } }),
        (all, id) => all.find((one) => one.id === id),
        { pollSeconds },
      ),
      summary: (listener) =>
        listener.status.running !== true && (
          <Status kind="off" wraps>
            {whyStopped(listener)}
          </Status>
        ),
      tabs: [
        { id: 'settings', label: m.settings },
        { id: 'authentication', label: authn.title, when: () => hasAuthentication(name) },
      ],
      words: m,
    },
  })
}
