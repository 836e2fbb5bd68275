import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { subscriptionFlags } from '#domain/subscription/subscription-flags.tsx'
import { withoutMountpoint } from '#domain/subscription/without-mountpoint.ts'
import { readValue } from '#kit/form/controls/read-value.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { Status } from '#ui/status.tsx'
import { m } from './messages.ts'

/** A second subscription to one filter takes the place of the first (MQTT 5 §3.8.4): says what it would replace. */
export function ExistingSubscription({ client }: { readonly client: Client }) {
  const { clientid, mountpoint } = client
  const topic = readValue.text(useFieldState('topic').value)
  const { data = [] } = useQuery(read(clients.subscriptions, { params: { clientid } }))
  const existing = data.find((one) => withoutMountpoint(one.topic, mountpoint) === topic)
  return (
    <p aria-live="polite">
      {existing === undefined ? (
        m.subscribeImpact
      ) : (
        <Status kind="warn" wraps>
          {m.replaces(existing.qos, subscriptionFlags(existing))}
        </Status>
      )}
    </p>
  )
}
