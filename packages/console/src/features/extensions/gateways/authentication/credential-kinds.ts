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
/** Its devices show no password: a service of the operator's decides by what they are called. */
const ofNames = ['password_based:http']

/** By gateway; apart from what their forms are made of, which only who sets one up needs. */
export const credentialKinds: Readonly<Record<GatewayKind, readonly string[]>> = {
  coap: ofCredentials,
  exproto: ofCredentials,
  gbt32960: ofNames,
  // Asks at the addresses in its settings.
  jt808: [],
  lwm2m: ofNames,
  mqttsn: ofNames,
  ocpp: ofCredentials,
  stomp: ofCredentials,
}

export const hasAuthentication = (gateway: GatewayKind): boolean => credentialKinds[gateway].length > 0

/** An answer without a body is one, too: there is no authenticator. */
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

/** Who decides about the clients of a whole gateway. */
export const useGatewayAuthenticator = (name: GatewayKind) =>
  useOrNone(gatewayAuthentication.get.path, { name }, (signal) =>
    request(gatewayAuthentication.get, { params: { name } }, { signal }),
  )
