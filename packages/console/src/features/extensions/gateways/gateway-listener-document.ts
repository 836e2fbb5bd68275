import { gatewayDoors } from '@brokerdeck/contract/extensions/gateways/gateway-listener-settings.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { accessSection, toLimitField } from '#domain/listener-form/limit-sections.ts'
import { listenerForm as words } from '#domain/listener-form/messages.ts'
import { seldomToggles } from '#domain/listener-form/seldom-toggles.ts'
import { socketSections } from '#domain/listener-form/socket-sections.ts'
import { certificateFields, tlsSections } from '#domain/listener-form/tls-sections.ts'
import { webSocketSections } from '#domain/listener-form/web-socket-sections.ts'
import { gatewayListeners as m } from '#features/extensions/messages/gateways.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** Returns the part of a listener that is configuration. */
export function toGatewayListenerDocument(listener: ApiDocument): ApiDocument {
  const { id, running, status, node_status, ...settings } = listener
  return settings
}

/** Maps the broker's error that the port is in use to the address field. */
export const findGatewayListenerFaults = (words: string): readonly FormFault[] =>
  words.includes('eaddrinuse') ? [{ path: 'bind', message: m.portInUse }] : []

const typeWords: Readonly<Record<string, string>> = {
  tcp: m.tcp,
  ssl: m.ssl,
  udp: m.udpType,
  dtls: m.dtlsType,
  ws: m.ws,
  wss: m.wss,
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

const buildTypeField = (gateway: GatewayKind): Field => ({
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

const mostConnections: Field = {
  ...toLimitField({
    kind: 'number',
    path: 'max_connections',
    label: m.maxConnections,
    help: m.perNode,
    min: 1,
  }),
  // The default is lower than for MQTT listeners, which have no limit unless one is set.
  default: 1024,
}

const ofStreams = [{ path: 'type', is: ['tcp', 'ssl', 'ws', 'wss'] }] as const
const ofWeb = [{ path: 'type', is: ['ws', 'wss'] }] as const
const ofDtls = [{ path: 'type', is: ['dtls'] }] as const
const ofDatagrams = [{ path: 'type', is: ['udp', 'dtls'] }] as const

const size = (path: string, label: string): Field => ({
  kind: 'byte-size',
  path,
  label,
  isAdvanced: true,
  isOmittedEmpty: true,
})

/** The WebSocket fields of MQTT listeners, without those that only MQTT has. */
const webSocketFields: readonly Field[] = webSocketSections
  .flatMap(({ fields }) => fields)
  .flatMap((field): readonly Field[] => {
    switch (field.path) {
      case 'websocket.mqtt_path':
        return [{ kind: 'text', path: 'websocket.path', label: m.path, isCode: true, default: '' }]
      case 'websocket.mqtt_piggyback':
        return field.kind === 'select' ? [{ ...field, path: 'websocket.piggyback', default: 'single' }] : []
      case 'websocket.supported_subprotocols':
        return field.kind === 'list' ? [{ ...field, help: m.subprotocolsHelp, default: '' }] : []
      case 'websocket.validate_utf8':
        return []
      default:
        return [field]
    }
  })

const versions: Field = {
  kind: 'multi-select',
  path: 'dtls_options.versions',
  label: words.versions,
  options: [
    { value: 'dtlsv1.2', label: 'DTLS 1.2' },
    { value: 'dtlsv1', label: 'DTLS 1.0' },
  ],
  default: ['dtlsv1.2'],
  isAdvanced: true,
  when: ofDtls,
}

/** The advanced TLS fields, adapted for DTLS. */
const dtlsFields: readonly Field[] = tlsSections
  .flatMap(({ fields }) => fields)
  .filter(({ path, isAdvanced }) => isAdvanced === true && /^ssl_options\.[a-z_]+$/.test(path))
  .map((field) =>
    field.path === 'ssl_options.versions'
      ? versions
      : { ...field, path: field.path.replace('ssl_options', 'dtls_options'), when: ofDtls },
  )

const others: readonly Section[] = [
  {
    id: 'dtls',
    title: m.dtls,
    when: ofDtls,
    fields: [...certificateFields('dtls_options', ofDtls), ...dtlsFields],
  },
  ...tlsSections,
  {
    id: 'websocket',
    title: m.webSocket,
    when: ofWeb,
    fields: webSocketFields,
  },
  {
    id: 'limits',
    title: m.limits,
    fields: [
      mostConnections,
      { kind: 'number', path: 'max_conn_rate', label: m.maxConnRate, help: m.perNode, min: 1, default: 1000 },
      {
        kind: 'number',
        path: 'acceptors',
        label: m.acceptors,
        min: 1,
        default: 16,
        isAdvanced: true,
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
    fields: [
      {
        kind: 'number',
        path: 'udp_options.active_n',
        label: words.activeN,
        help: words.activeNHelp,
        min: 0,
        default: 100,
        isAdvanced: true,
      },
      size('udp_options.buffer', words.buffer),
      size('udp_options.recbuf', words.receiveBuffer),
      size('udp_options.sndbuf', words.sendBuffer),
      seldomToggles('udp_options')('reuseaddr', words.reuseAddress, words.reuseAddressNote, true),
    ],
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

/** Returns all settings of a new listener of this gateway; fields that its type does not have are hidden. */
export const listGatewayListenerCreateSections = (gateway: GatewayKind): readonly Section[] => [
  { id: 'listener', title: m.member, fields: [name, buildTypeField(gateway), ...basics] },
  ...tail(gateway),
]

export const listGatewayListenerEditSections = (gateway: GatewayKind): readonly Section[] => [
  { id: 'listener', title: m.settings, fields: basics },
  ...tail(gateway),
]

/**
 * Returns the fields of a gateway's first listener, which is set up together with the gateway: only types that need
 * no certificate.
 */
export const firstListenerFields = (gateway: GatewayKind): readonly Field[] =>
  [name, buildTypeField(gateway), bind, mostConnections].map((field) => under('listener', field))

function under(place: string, field: Field): Field {
  const moved = { ...field, path: `${place}.${field.path}` }
  if (moved.kind === 'one-of') return { ...moved, inner: { ...moved.inner, path: moved.path } }
  if (moved.kind !== 'select') return moved
  return {
    ...moved,
    options: moved.options.filter(({ value }) => ['tcp', 'udp', 'ws'].includes(String(value))),
  }
}

/** Returns the proposed settings of the first listener. */
export function firstListener(gateway: GatewayKind): ApiDocument {
  const { types, port } = gatewayDoors[gateway]
  return { name: 'default', type: types[0], bind: String(port), max_connections: 1_024_000 }
}
