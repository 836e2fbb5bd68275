import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { authnName } from '#kit/access-words/authn-name.ts'
import { Amount } from '#ui/marks.tsx'
import { Status } from '#ui/status.tsx'
import { gatewayAuthentication as m } from '../../messages/gateway-authentication.ts'
import { useGatewayAuthenticator } from './credential-kinds.ts'

/** Whether a gateway that is set up asks who its clients are, and by what. */
export function AuthenticationCell({ name }: { readonly name: GatewayKind }) {
  const { data } = useGatewayAuthenticator(name)
  if (data === undefined) return <Amount value={undefined} />
  if (data === null) return <Status kind="warn">{m.anybody}</Status>
  return (
    <Status kind={data.enable === false ? 'warn' : 'ok'}>
      {data.enable === false ? m.off : authnName(data)}
    </Status>
  )
}
