import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '#i18n/format-time.ts'
import { paths } from '#lib/paths.ts'
import { useNow } from '#ui/use-now.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

/** How long it has been as it is, and where its session lives. */
export function ClientSince({ client }: { readonly client: Client }) {
  const now = useNow()
  const since = new Date(client.connected ? client.connected_at : (client.disconnected_at ?? '')).getTime()
  return (
    <>
      {m.durationOf(formatDuration(Math.max(0, now - since), 1))}
      {m.onNode}
      <Link to={paths.node(client.node)}>
        <Verbatim text={client.node} />
      </Link>
    </>
  )
}
