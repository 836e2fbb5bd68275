import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { formatClock } from '#i18n/format-time.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { client as m } from '../messages/client.ts'
import { connectionProperties } from './connection-properties.tsx'
import { NamedValues } from './named-values.tsx'
import { sessionProperties } from './session-properties.tsx'
import { YesNo } from './yes-no.tsx'

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

/** Booleans, or the word of a listener's own mode (`quick_deny_anonymous`). */
function authentication(value: Client['enable_authn']): string | undefined {
  if (typeof value === 'boolean') return value ? m.authnOn : m.authnOff
  return value
}

function identityProperties(client: Client): PropertyGroup {
  return {
    title: m.identity,
    properties: [
      {
        label: m.username,
        value: <Verbatim text={client.username} focusable />,
        copy: client.username ?? undefined,
      },
      {
        label: m.attributes,
        definition: m.attributesMeaning,
        value: <NamedValues values={client.client_attrs} />,
      },
      { label: m.authentication, value: <Verbatim text={authentication(client.enable_authn)} /> },
      {
        label: m.authExpires,
        definition: m.authExpiresMeaning,
        value: <RelativeTime at={client.auth_expire_at} />,
      },
      {
        label: m.mountpoint,
        definition: m.mountpointMeaning,
        value: <Verbatim text={client.mountpoint} mono focusable />,
      },
      { label: m.bridge, value: <YesNo value={client.is_bridge} /> },
    ],
  }
}
