import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'

const ofCredentials = [
  ...['built_in_database', 'mysql', 'mongodb', 'postgresql', 'http', 'redis'].map(
    (backend) => `password_based:${backend}`,
  ),
  'jwt',
]
/** The kinds for devices that have no password: an external service decides by the device's identifier. */
const ofNames = ['password_based:http']

/** The kinds of authentication by gateway. They are kept apart from the forms, which are needed only to set one up. */
export const credentialKinds: Readonly<Record<GatewayKind, readonly string[]>> = {
  coap: ofCredentials,
  exproto: ofCredentials,
  gbt32960: ofNames,
  // JT/T 808 authenticates its clients through the URLs in its own settings.
  jt808: [],
  lwm2m: ofNames,
  mqttsn: ofNames,
  ocpp: ofCredentials,
  stomp: ofCredentials,
}

export const hasAuthentication = (gateway: GatewayKind): boolean => credentialKinds[gateway].length > 0

/** Reads an authenticator that may be missing: a response without a body means that there is none. */
export function useOrNone<Found>(
  path: string,
  params: object,
  ask: (signal: AbortSignal) => Promise<Found | undefined>,
): UseQueryResult<Found | null, Error> {
  return useQuery({
    queryKey: [path, { params }, 'or none'],
    queryFn: async ({ signal }) => (await ask(signal)) ?? null,
  })
}

/** Reads the authenticator of a whole gateway. */
export const useGatewayAuthenticator = (name: GatewayKind) =>
  useOrNone(gatewayAuthentication.get.path, { name }, (signal) =>
    request(gatewayAuthentication.get, { params: { name } }, { signal }),
  )
