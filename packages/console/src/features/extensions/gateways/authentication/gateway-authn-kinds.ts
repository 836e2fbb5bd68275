import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { AuthnKind } from '#managed/authentication/authn-kind.ts'
import { authnKinds } from '#managed/authentication/authn-kinds.ts'

const ofCredentials = [
  ...['built_in_database', 'mysql', 'mongodb', 'postgresql', 'http', 'redis'].map(
    (backend) => `password_based:${backend}`,
  ),
  'jwt',
]
/** Its devices show no password: a service of the operator's decides by what they are called. */
const ofNames = ['password_based:http']

const kindsOf: Readonly<Record<GatewayKind, readonly string[]>> = {
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

/** What the devices are told apart by, as their protocol calls it. */
const names: Partial<Readonly<Record<GatewayKind, string>>> = {
  gbt32960: 'vin',
  lwm2m: 'endpoint_name',
  mqttsn: 'clientid',
}

export const hasAuthentication = (gateway: GatewayKind): boolean => kindsOf[gateway].length > 0

/** How the clients of this gateway can be authenticated. */
export function gatewayAuthnKinds(gateway: GatewayKind): readonly AuthnKind[] {
  const name = names[gateway]
  return authnKinds
    .filter(({ id }) => kindsOf[gateway].includes(id))
    .map((kind) =>
      name === undefined ? kind : { ...kind, initial: { ...kind.initial, body: { [name]: `$\{clientid}` } } },
    )
}
