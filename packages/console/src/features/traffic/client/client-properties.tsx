import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { formatClock } from '#i18n/format-time.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Tag } from '#ui/tag.tsx'
import { connectionProperties } from './connection-properties.tsx'
import { identityProperties } from './identity-properties.tsx'
import { m } from './messages.ts'
import { sessionProperties } from './session-properties.tsx'

interface ClientPropertiesProps {
  readonly client: Client
  readonly answeredAt: number
  readonly pollSeconds: number
  /** Why the last refresh failed. */
  readonly problem: string | undefined
}

/** All that the broker says about a client, but for its counters. */
export function ClientProperties({ client, answeredAt, pollSeconds, problem }: ClientPropertiesProps) {
  const { isStale } = useSampledAt({ dataUpdatedAt: answeredAt }, pollSeconds)
  return (
    <Panel
      title={m.properties}
      actions={<CopyButton text={() => printClient(client)} name={m.propertiesAsJson} />}
      footer={
        <>
          {m.sampledAt(formatClock(answeredAt))}
          {isStale && <Tag tone="warn">{m.stale}</Tag>}
          {problem !== undefined && <span role="alert">{m.refreshFailed(problem)}</span>}
        </>
      }
    >
      <PropertyList
        groups={[connectionProperties(client), identityProperties(client), ...sessionProperties(client)]}
      />
    </Panel>
  )
}

/** Without the cookie, which may be a secret. */
function printClient(client: Client): string {
  return JSON.stringify({ ...client, ws_cookie: undefined }, null, 2)
}
