import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import { NamedValues } from './named-values.tsx'
import { YesNo } from './yes-no.tsx'

/** Booleans, or the word of a listener's own mode (`quick_deny_anonymous`). */
function authentication(value: Client['enable_authn']): string | undefined {
  if (typeof value === 'boolean') return value ? m.authnOn : m.authnOff
  return value
}

export function identityProperties(client: Client): PropertyGroup {
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
