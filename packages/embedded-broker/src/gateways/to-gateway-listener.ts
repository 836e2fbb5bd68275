import { gatewayListenerTypes } from '@brokerdeck/contract/extensions/gateways/gateway-listener-settings.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { limitOrInfinite } from '@brokerdeck/contract/scalars.ts'
import * as v from 'valibot'
import type { Certificates } from '../certificates/certificates.ts'
import { parseAccessRule } from '../listen/access-rules.ts'
import { plainListener } from '../listen/listener-settings.ts'
import { listenerDocumentSchema } from '../settings/listeners/listener-document.ts'
import { listenerTls } from '../settings/listeners/listener-tls.ts'
import { parseBind } from '../settings/listeners/to-listener-settings.ts'
import type { GatewayListener } from './running-gateway.ts'

export const gatewayListenerDocument = v.looseObject({
  name: v.string(),
  type: v.picklist(gatewayListenerTypes),
  bind: v.union([v.string(), v.number()]),
  enable: v.boolean(),
  max_connections: limitOrInfinite,
  /** The authenticator as it was written. */
  authentication: v.optional(v.looseObject({})),
})
export type GatewayListenerDocument = v.InferOutput<typeof gatewayListenerDocument>

const { max_connections, access_rules, proxy_protocol, proxy_protocol_timeout, tcp_options, ssl_options } =
  listenerDocumentSchema.entries

const documentSchema = v.looseObject({
  mountpoint: v.optional(v.string(), ''),
  enable_authn: v.boolean(),
  max_connections,
  access_rules,
  proxy_protocol,
  proxy_protocol_timeout,
  tcp_options,
  ssl_options,
})

/**
 * Returns the settings for the sockets of a gateway listener. Unsupported settings are stored and do not run: DTLS,
 * WebSocket.
 */
export function toGatewayListener(
  gateway: GatewayKind,
  document: GatewayListenerDocument,
  certificates: Certificates,
): GatewayListener {
  const { name, type, bind, enable } = document
  const read = v.parse(documentSchema, document)
  const { tls, problem } = listenerTls(certificates, { enable, type: 'ssl', ssl_options: read.ssl_options })
  const isWeb = type === 'ws' || type === 'wss'
  const plain = plainListener('tcp', parseBind(bind))
  return {
    ...plain,
    id: `${gateway}:${type}:${name}`,
    type: isWeb ? 'tcp' : type,
    isEnabled: enable,
    problem: isWeb ? 'no gateway here speaks WebSocket' : problem,
    mountpoint: read.mountpoint,
    authenticates: read.enable_authn,
    maxConnections: read.max_connections === 'infinity' ? Number.POSITIVE_INFINITY : read.max_connections,
    accessRules: (read.access_rules ?? []).flatMap((rule) => parseAccessRule(rule) ?? []),
    proxyProtocolTimeout:
      read.proxy_protocol === true ? (parseDuration(read.proxy_protocol_timeout ?? '3s') ?? 3000) : undefined,
    socket: {
      ...plain.socket,
      backlog: read.tcp_options?.backlog ?? 1024,
      noDelay: read.tcp_options?.nodelay ?? true,
    },
    tls: type === 'ssl' ? tls : undefined,
  }
}
