import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'

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
