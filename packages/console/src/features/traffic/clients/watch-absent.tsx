import { canAddress } from '@brokerdeck/contract/wire.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { m } from './messages.ts'

/** A device that is not there may be trying to connect: its page can watch that. */
export function WatchAbsent({ clientid }: { readonly clientid: string | undefined }) {
  if (clientid === undefined || !canAddress(clientid)) return null
  return <Link to={paths.client(clientid)}>{m.watchAbsent}</Link>
}
