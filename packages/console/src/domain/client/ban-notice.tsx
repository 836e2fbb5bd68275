import { banned } from '@brokerdeck/contract/access/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#i18n/format-time.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { banKindNames } from './ban-choices.ts'
import { banMeets } from './ban-meets.ts'
import { gatherBans } from './gather-bans.ts'
import { client as m } from './messages.ts'

interface BanNoticeProps {
  readonly clientid: string
  /** The client; undefined if only its client ID is known. */
  readonly client: Pick<ClientRow, 'username' | 'ip_address' | 'connected'> | undefined
}

/**
 * Shows the first ban that refuses a client, if there is such a ban: a ban that disconnects no client is easily
 * missed.
 */
export function BanNotice({ clientid, client }: BanNoticeProps) {
  const username = client?.username ?? ''
  const peerhost = client?.ip_address ?? ''
  const { data } = useQuery({
    queryKey: [banned.list.path, 'of-client', clientid, username, peerhost] as const,
    queryFn: ({ signal }) => gatherBans({ clientid, username, peerhost }, { signal }),
    refetchInterval: 30_000,
  })
  const peer = { clientid, username: username || undefined, peerhost: peerhost || undefined }
  const ban = data?.bans.find((one) => banMeets(one, peer) === true)
  if (ban === undefined) return null
  const { as, who, until, reason } = ban
  return (
    <Panel label={m.isBanned} padded>
      <p>
        <Status kind="bad" wraps>
          {m.banApplies(banKindNames[as], visibleText(who, 120))}
        </Status>
      </p>
      <p className="support">
        {until === 'infinity' ? m.banEndless : m.banEnds(formatDateTime(until))}{' '}
        {reason !== '' && `${m.banReason(visibleText(reason, 200))} `}
        {client?.connected === true && m.banConnected} <Link to={linkTo('banned')}>{m.allBans}</Link>
      </p>
    </Panel>
  )
}
