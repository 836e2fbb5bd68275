import { canAddress } from '@brokerdeck/contract/wire.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Verbatim } from '#ui/verbatim.tsx'

/** A client id that leads to its page; one that no address can hold (`..`) is only shown. */
export function ClientLink({ clientid }: { readonly clientid: string }) {
  const id = <Verbatim text={clientid} mono />
  return canAddress(clientid) ? <Link to={paths.client(clientid)}>{id}</Link> : id
}
