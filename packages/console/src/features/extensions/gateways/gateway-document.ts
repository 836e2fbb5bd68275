import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { FormFault } from '#kit/form/field.ts'
import { withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { gatewayForm as m } from '../messages/gateway-forms.ts'

/** Not of the API: the server of ExProto speaks TLS where it has settings for it. */
export const serverTls = 'server.tls'

/** What a broker answers beside the settings, and refuses when it comes back. */
export function settingsOf(gateway: ApiDocument): ApiDocument {
  const { name, status, created_at, started_at, stopped_at, listeners, authentication, ...settings } = gateway
  const { server } = settings
  if (server === undefined) return settings
  return withValueAt(settings, serverTls, partOf(server)['ssl_options'] !== undefined)
}

/** What the form holds as the broker takes it. */
export function bodyOf(document: ApiDocument): ApiDocument {
  if (document['server'] === undefined) return document
  const { tls, ssl_options, ...server } = partOf(document['server'])
  return { ...document, server: tls === true ? { ...server, ssl_options } : server }
}

/** What its own dashboard begins with, where the broker has no default. */
const starts: Partial<Readonly<Record<GatewayKind, ApiDocument>>> = {
  lwm2m: {
    xml_dir: 'etc/lwm2m_xml/',
    translators: {
      command: { topic: 'dn/#', qos: 0 },
      response: { topic: 'up/resp', qos: 0 },
      notify: { topic: 'up/notify', qos: 0 },
      register: { topic: 'up/register', qos: 0 },
      update: { topic: 'up/update', qos: 0 },
    },
  },
  exproto: { server: { bind: '0.0.0.0:9100' }, handler: { address: 'http://127.0.0.1:9001' } },
  jt808: { proto: { auth: { allow_anonymous: true } } },
}
export const startOf = (kind: GatewayKind): ApiDocument => starts[kind] ?? {}

/** Who may not come in anonymously is asked about somewhere. */
export function gatewayFaults({ proto }: ApiDocument): readonly FormFault[] {
  const auth = partOf(partOf(proto)['auth'])
  if (auth['allow_anonymous'] !== false) return []
  return ['registry', 'authentication'].flatMap((one) =>
    typeof auth[one] === 'string' && auth[one] !== ''
      ? []
      : [{ path: `proto.auth.${one}`, message: m.needsUrl }],
  )
}

const partOf = (value: unknown): ApiDocument =>
  typeof value === 'object' && value !== null ? { ...value } : {}
