import { gatewayForm as m } from '#features/extensions/messages/gateway-forms.ts'
import type { FormFault } from '#kit/form/field.ts'
import { withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

/**
 * The form field for TLS of the ExProto server. It is not part of the API: the server uses TLS if it has
 * `ssl_options`.
 */
export const serverTls = 'server.tls'

/** Returns the settings without the properties that a broker adds to its response and refuses in a request. */
export function toGatewaySettings(gateway: ApiDocument): ApiDocument {
  const { name, status, created_at, started_at, stopped_at, listeners, authentication, ...settings } = gateway
  const { server } = settings
  if (server === undefined) return settings
  return withValueAt(settings, serverTls, toObject(server)['ssl_options'] !== undefined)
}

/** Converts the form to the request body. */
export function toGatewayBody(document: ApiDocument): ApiDocument {
  if (document['server'] === undefined) return document
  const { tls, ssl_options, ...server } = toObject(document['server'])
  return { ...document, server: tls === true ? { ...server, ssl_options } : server }
}

/** Requires the URLs of registry and authentication if anonymous clients are not allowed. */
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
