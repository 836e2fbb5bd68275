import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster, type Invitations } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askAgain, read } from '#api/query.ts'
import { cluster as m } from '#features/system/messages/cluster.ts'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './invitations-panel.module.css'

const pollSeconds = 3

/** Shows the state of the invitations; renders nothing before the first invitation. */
export function InvitationsPanel() {
  const { data } = useQuery(read(cluster.invitations, {}, { pollSeconds }))
  const client = useQueryClient()
  const joined = data?.succeed.map(({ node, finished_at }) => `${node} ${finished_at}`).join()
  useEffect(() => {
    if (joined === undefined || joined === '') return
    void askAgain(client, [nodes.list, cluster.get, cluster.topology])
  }, [client, joined])
  if (data === undefined || isEmpty(data)) return null
  return (
    <Panel title={m.invitations} caption={m.invitationsCaption} padded>
      <ul className={classes['list']} aria-label={m.invitations}>
        {data.in_progress.map(({ node, started_at }) => (
          <li key={node}>
            <Status kind="connecting">{m.inProgress}</Status>
            <Verbatim text={node} mono />
            <RelativeTime at={started_at} phrase={m.begun} />
          </li>
        ))}
        {data.failed.map(({ node, finished_at, reason }) => (
          <li key={node}>
            <Status kind="bad">{m.failed}</Status>
            <Verbatim text={node} mono />
            <RelativeTime at={finished_at} />
            <span>{/\bnodedown\b/.test(reason) ? m.nodedown : <Verbatim text={reason} wrap />}</span>
          </li>
        ))}
        {data.succeed.map(({ node, finished_at }) => (
          <li key={node}>
            <Status kind="ok">{m.joined}</Status>
            <Verbatim text={node} mono />
            <RelativeTime at={finished_at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function isEmpty({ in_progress, failed, succeed }: Invitations): boolean {
  return in_progress.length + failed.length + succeed.length === 0
}
