import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { AuthnKind } from '#managed/authentication/authn-kind.ts'
import { authnKinds } from '#managed/authentication/authn-kinds.ts'
import { credentialKinds } from './credential-kinds.ts'

/** What the devices are told apart by, as their protocol calls it. */
const names: Partial<Readonly<Record<GatewayKind, string>>> = {
  gbt32960: 'vin',
  lwm2m: 'endpoint_name',
  mqttsn: 'clientid',
}

/** How the clients of this gateway can be authenticated. */
export function gatewayAuthnKinds(gateway: GatewayKind): readonly AuthnKind[] {
  const name = names[gateway]
  return authnKinds
    .filter(({ id }) => credentialKinds[gateway].includes(id))
    .map((kind) =>
      name === undefined ? kind : { ...kind, initial: { ...kind.initial, body: { [name]: `$\{clientid}` } } },
    )
}
