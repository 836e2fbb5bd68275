import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Verbatim } from '#ui/verbatim.tsx'

/** Links a client ID to its page; an ID that no URL can hold (`..`) is only shown. */
export function ClientLink({ clientid }: { readonly clientid: string }) {
  const id = <Verbatim text={clientid} mono />
  return canAddress(clientid) ? <Link to={linkTo('client', { clientId: clientid })}>{id}</Link> : id
}
