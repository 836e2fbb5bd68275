import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'

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
