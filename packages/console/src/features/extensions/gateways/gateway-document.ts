import { gatewayForm as m } from '#features/extensions/messages/gateway-forms.ts'
import type { FormFault } from '#kit/form/field.ts'
import { withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/** Not of the API: the server of ExProto speaks TLS where it has settings for it. */
export const serverTls = 'server.tls'

/** What a broker answers beside the settings, and refuses when it comes back. */
export function toGatewaySettings(gateway: ApiDocument): ApiDocument {
  const { name, status, created_at, started_at, stopped_at, listeners, authentication, ...settings } = gateway
  const { server } = settings
  if (server === undefined) return settings
  return withValueAt(settings, serverTls, toObject(server)['ssl_options'] !== undefined)
}

/** What the form holds as the broker takes it. */
export function toGatewayBody(document: ApiDocument): ApiDocument {
  if (document['server'] === undefined) return document
  const { tls, ssl_options, ...server } = toObject(document['server'])
  return { ...document, server: tls === true ? { ...server, ssl_options } : server }
}

/** Who may not come in anonymously is asked about somewhere. */
export function gatewayFaults({ proto }: ApiDocument): readonly FormFault[] {
  const auth = toObject(toObject(proto)['auth'])
  if (auth['allow_anonymous'] !== false) return []
  return ['registry', 'authentication'].flatMap((one) =>
    typeof auth[one] === 'string' && auth[one] !== ''
      ? []
      : [{ path: `proto.auth.${one}`, message: m.needsUrl }],
  )
}

const toObject = (value: unknown): ApiDocument =>
  typeof value === 'object' && value !== null ? { ...value } : {}
