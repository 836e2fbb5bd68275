import { gatewayDoors } from '@brokerdeck/contract/extensions/gateways/gateway-listener-settings.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { accessSection, limited } from '#domain/listener-form/limit-sections.ts'
import { socketSections } from '#domain/listener-form/socket-sections.ts'
import { certificateFields, tlsSections } from '#domain/listener-form/tls-sections.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { gatewayListeners as m } from '../messages/gateways.ts'

/** What of a listener is configuration. */
export function listenerDocument(listener: ApiDocument): ApiDocument {
  const { id, running, status, node_status, ...settings } = listener
  return settings
}

/** A refusal to listen is about the address. */
export const listenerFaults = (words: string): readonly FormFault[] =>
  words.includes('eaddrinuse') ? [{ path: 'bind', message: m.portInUse }] : []

const typeWords: Readonly<Record<string, string>> = {
  ...{ tcp: m.tcp, ssl: m.ssl, udp: m.udpType, dtls: m.dtlsType, ws: m.ws, wss: m.wss },
}

const name: Field = {
  kind: 'text',
  path: 'name',
  label: m.name,
  help: m.nameHelp,
  isRequired: true,
  isCode: true,
  pattern: { regex: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, message: m.nameHelp },
}

const typeOf = (gateway: GatewayKind): Field => ({
  kind: 'select',
  path: 'type',
  label: m.type,
  options: gatewayDoors[gateway].types.map((value) => ({ value, label: typeWords[value] ?? value })),
})

const bind: Field = { kind: 'host-port', path: 'bind', label: m.bind, isBind: true, isRequired: true }

const basics: readonly Field[] = [
  bind,
  { kind: 'toggle', path: 'enable', label: m.enable, default: true },
  { kind: 'toggle', path: 'enable_authn', label: m.authn, note: m.authnNote, default: true },
  {
    kind: 'text',
    path: 'mountpoint',
    label: m.mountpoint,
    help: m.mountpointHelp,
    isCode: true,
    isOmittedEmpty: true,
    isAdvanced: true,
    width: 12,
  },
]

const mostConnections = limited({
  kind: 'number',
  path: 'max_connections',
  label: m.maxConnections,
  help: m.perNode,
  min: 1,
})

const ofStreams = [{ path: 'type', is: ['tcp', 'ssl', 'ws', 'wss'] }] as const
const ofWeb = [{ path: 'type', is: ['ws', 'wss'] }] as const
const ofDtls = [{ path: 'type', is: ['dtls'] }] as const
const ofDatagrams = [{ path: 'type', is: ['udp', 'dtls'] }] as const

const size = (path: string, label: string): Field => ({
  ...{ kind: 'byte-size', path, label, isAdvanced: true, isOmittedEmpty: true },
})

const others: readonly Section[] = [
  { id: 'dtls', title: m.dtls, when: ofDtls, fields: certificateFields('dtls_options', ofDtls) },
  ...tlsSections,
  {
    id: 'websocket',
    title: m.webSocket,
    when: ofWeb,
    fields: [
      { kind: 'text', path: 'websocket.path', label: m.path, isCode: true, default: '' },
      {
        kind: 'text',
        path: 'websocket.supported_subprotocols',
        label: m.subprotocols,
        help: m.subprotocolsHelp,
        default: '',
      },
      {
        kind: 'toggle',
        path: 'websocket.fail_if_no_subprotocol',
        label: m.needsSubprotocol,
        note: m.needsSubprotocolNote,
        default: true,
      },
      { kind: 'duration', path: 'websocket.idle_timeout', label: m.idleTimeout, default: '7200s' },
    ],
  },
  {
    id: 'limits',
    title: m.limits,
    fields: [
      mostConnections,
      { kind: 'number', path: 'max_conn_rate', label: m.maxConnRate, help: m.perNode, min: 1, default: 1000 },
      {
        ...{ kind: 'number', path: 'acceptors', label: m.acceptors, min: 1, default: 16, isAdvanced: true },
        when: ofStreams,
      },
    ],
  },
  accessSection,
  ...socketSections,
  {
    id: 'udp',
    title: m.udp,
    when: ofDatagrams,
    fields: [size('udp_options.buffer', m.buffer)],
  },
]

const healthCheck: Section = {
  id: 'health',
  title: m.healthCheck,
  when: ofDatagrams,
  fields: [
    {
      kind: 'text',
      path: 'health_check.request',
      label: m.healthRequest,
      isOmittedEmpty: true,
      isAdvanced: true,
    },
    {
      kind: 'text',
      path: 'health_check.reply',
      label: m.healthReply,
      isOmittedEmpty: true,
      isAdvanced: true,
    },
  ],
}

const tail = (gateway: GatewayKind) => (gateway === 'coap' ? [...others, healthCheck] : others)

/** Everything that a listener of this gateway can be told; what its type does not have is not shown. */
export const newListenerSections = (gateway: GatewayKind): readonly Section[] => [
  { id: 'listener', title: m.member, fields: [name, typeOf(gateway), ...basics] },
  ...tail(gateway),
]

export const changedListenerSections = (gateway: GatewayKind): readonly Section[] => [
  { id: 'listener', title: m.settings, fields: basics },
  ...tail(gateway),
]

/** Of the first one, with which a gateway is set up: what needs no certificate. */
export const firstListenerFields = (gateway: GatewayKind): readonly Field[] =>
  [name, typeOf(gateway), bind, mostConnections].map((field) => under('listener', field))

function under(place: string, field: Field): Field {
  const moved = { ...field, path: `${place}.${field.path}` }
  if (moved.kind === 'one-of') return { ...moved, inner: { ...moved.inner, path: moved.path } }
  if (moved.kind !== 'select') return moved
  return {
    ...moved,
    options: moved.options.filter(({ value }) => ['tcp', 'udp', 'ws'].includes(String(value))),
  }
}

/** What the broker is proposed for the first one. */
export function firstListener(gateway: GatewayKind): ApiDocument {
  const { types, port } = gatewayDoors[gateway]
  return { name: 'default', type: types[0], bind: String(port), max_connections: 1_024_000 }
}
