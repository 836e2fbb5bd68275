import {
  type GatewayKind,
  gatewayKindSchema,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import {
  gateways as endpoints,
  type GatewaySummary,
} from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import * as v from 'valibot'
import { action, send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { authnName } from '#domain/access-words/authn-name.ts'
import {
  hasAuthentication,
  useGatewayAuthenticator,
} from '#features/extensions/gateways/authentication/credential-kinds.ts'
import {
  gatewayAuthentication as authn,
  gatewayAuthentication,
} from '#features/extensions/messages/gateway-authentication.ts'
import { gateways as m } from '#features/extensions/messages/gateways.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Link } from '#kit/page/link.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { fromListItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, type ManagedState } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Amount } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'

/** The names of the gateways, as their standards spell them. */
export const gatewayNames: Readonly<Record<GatewayKind, string>> = {
  coap: 'CoAP',
  exproto: 'ExProto',
  gbt32960: 'GB/T 32960',
  jt808: 'JT/T 808',
  lwm2m: 'LwM2M',
  mqttsn: 'MQTT-SN',
  ocpp: 'OCPP',
  stomp: 'STOMP',
}

/** Returns the gateway that a URL names; undefined for an unknown name. */
export function gatewayIn(name: string): GatewayKind | undefined {
  const known = v.safeParse(gatewayKindSchema, name)
  return known.success ? known.output : undefined
}

const silentHere: readonly GatewayKind[] = ['exproto', 'gbt32960', 'jt808', 'ocpp']

/** Says why the connected broker stores this gateway but never runs it. */
export function whySilent(kind: GatewayKind): string | undefined {
  return consoleConfig().mode === 'embedded' && silentHere.includes(kind)
    ? m.silentHere(gatewayNames[kind])
    : undefined
}

const looks = new Map<string, Pick<ManagedState, 'kind' | 'word'>>([
  ['running', { kind: 'ok', word: m.running }],
  ['stopped', { kind: 'off', word: m.stopped }],
  ['unloaded', { kind: 'off', word: m.unloaded }],
])
const findLook = (status: string) => looks.get(status) ?? { kind: 'unknown' as const, word: status }

const stateOfGateway = ({ status, node_status = [] }: GatewaySummary): { readonly state: ManagedState } => ({
  state: {
    ...findLook(status),
    status,
    nodes: node_status.map(({ node, status: own }) => ({ node, status: own, ...findLook(own) })),
  },
})

const formatLimit = (most: GatewaySummary['max_connections']) =>
  most === 'infinity' || most === undefined ? m.unlimited : formatNumber(most)

const countRunning = ({ listeners = [] }: GatewaySummary) => listeners.filter(({ running }) => running).length

const isLoaded = ({ status }: GatewaySummary) => status !== 'unloaded'
const pollSeconds = 10

/** Disables and enables the gateway, because the API has no restart operation. */
async function restartIt({ name }: GatewaySummary): Promise<void> {
  await request(endpoints.enable, { params: { name, enable: false } })
  try {
    await request(endpoints.enable, { params: { name, enable: true } })
  } catch (error) {
    notify.failure(m.notRestarted(gatewayNames[name]))
    throw error
  }
}

const restart = action<GatewaySummary>(restartIt, {
  findDisabledReason: ({ status }) => (status === 'running' ? undefined : m.startInstead),
  ask: ({ name, current_connections: connections }) => ({
    title: m.restartTitle(gatewayNames[name]),
    body: m.restartBody(connections ?? 0, formatNumber(connections ?? 0)),
    action: m.restart,
    danger: true,
    interrupts: connections === 0 ? 'nothing' : 'connections',
  }),
  successMessage: ({ name }) => m.restarted(gatewayNames[name]),
})

/** Describes the gateways, through which devices connect that use a protocol other than MQTT. */
export const gatewayResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => gatewayNames[name],
  address: linkTo('gateways'),
  list: wholeList(endpoints.list, {}, (all) => all, { pollSeconds }),
  columns: [
    'name',
    'status',
    'nodes',
    {
      id: 'connections',
      header: m.connections,
      definition: m.connectionsDefinition,
      value: ({ current_connections: now }) => now,
      fields: [
        { id: 'current_connections', value: ({ current_connections: now }) => now },
        { id: 'max_connections', value: ({ max_connections: most }) => most },
      ],
      cell: ({ current_connections: now, max_connections: most }) =>
        now === undefined ? <Amount value={undefined} /> : m.used(formatNumber(now), formatLimit(most)),
      align: 'end',
      width: 180,
      phone: 'pair',
    },
    {
      id: 'listeners',
      header: m.listeners,
      definition: m.listenersDefinition,
      value: (gateway) => gateway.listeners?.length,
      cell: (gateway) =>
        gateway.listeners === undefined ? (
          <Amount value={undefined} />
        ) : (
          m.listenersOf(formatNumber(countRunning(gateway)), formatNumber(gateway.listeners.length))
        ),
      align: 'end',
      width: 110,
    },
    {
      id: 'since',
      header: m.started,
      value: ({ started_at, stopped_at }) => started_at ?? stopped_at,
      fields: [
        { id: 'started_at', value: ({ started_at }) => started_at },
        { id: 'stopped_at', value: ({ stopped_at }) => stopped_at },
      ],
      cell: ({ started_at, stopped_at }) => <RelativeTime at={started_at ?? stopped_at} />,
      width: 150,
    },
    {
      id: 'authentication',
      header: authn.title,
      definition: authn.columnDefinition,
      value: () => undefined,
      fields: [],
      cell: (gateway) =>
        isLoaded(gateway) && hasAuthentication(gateway.name) && <AuthenticationCell name={gateway.name} />,
      width: 150,
      phone: 'pair',
    },
    {
      id: 'set-up',
      header: '',
      value: () => undefined,
      fields: [],
      cell: (gateway) => !isLoaded(gateway) && <SetUpLink name={gateway.name} />,
      width: 90,
      phone: 'line',
    },
    'enabled',
  ],
  exportName: 'gateways',
  words: m,
  status: { read: fromListItem(stateOfGateway) },
  ownedBy: (gateway) => joinSentences(!isLoaded(gateway) && m.notSetUp, whySilent(gateway.name)) || undefined,
  actions: [{ label: `${m.restart}…`, does: restart }],
  enable: {
    isOn: ({ status }) => status === 'running',
    set: (enable) => send(endpoints.enable, ({ name }: GatewaySummary) => ({ params: { name, enable } })),
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: ({ current_connections: now }, isOn) => (isOn || now === 0 ? 'nothing' : 'connections'),
  },
  page: {
    address: (name, tab) => linkTo('gateway', { name }, { tab }),
    read: readOne(
      endpoints.list,
      () => ({}),
      (all, id) => all.find(({ name }) => name === id),
      { pollSeconds },
    ),
    summary: (gateway) => {
      const silent = whySilent(gateway.name)
      if (!isLoaded(gateway))
        return (
          <Status kind="off" wraps>
            {joinSentences(m.notSetUp, m.notSetUpText, silent)} <SetUpLink name={gateway.name} />
          </Status>
        )
      return (
        silent !== undefined && (
          <Status kind="off" wraps>
            {silent}
          </Status>
        )
      )
    },
    tabs: [
      { id: 'settings', label: m.settings, when: isLoaded },
      { id: 'listeners', label: m.listeners, when: isLoaded },
      {
        id: 'authentication',
        label: authn.title,
        when: (gateway) => isLoaded(gateway) && hasAuthentication(gateway.name),
      },
      { id: 'clients', label: m.clients, when: isLoaded },
    ],
    words: m,
  },
})

function SetUpLink({ name }: Pick<GatewaySummary, 'name'>) {
  const label = m.createTitle(gatewayNames[name])
  if (whyNoWrite() !== undefined) return null
  return (
    <Link to={linkTo('createGateway', { name })} aria-label={label}>
      {m.setUp}
    </Link>
  )
}

/** Shows whether a gateway that is set up authenticates its clients, and by which authenticator. */
function AuthenticationCell({ name }: { readonly name: GatewayKind }) {
  const { data } = useGatewayAuthenticator(name)
  if (data === undefined) return <Amount value={undefined} />
  if (data === null) return <Status kind="warn">{gatewayAuthentication.anybody}</Status>
  return (
    <Status kind={data.enable === false ? 'warn' : 'ok'}>
      {data.enable === false ? gatewayAuthentication.off : authnName(data)}
    </Status>
  )
}
