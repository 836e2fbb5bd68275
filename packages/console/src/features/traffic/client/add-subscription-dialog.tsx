import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { read, whyNoWrite } from '#api/query.ts'
import { subscriptionFlags } from '#domain/subscription/subscription-columns.tsx'
import { withoutMountpoint } from '#domain/subscription/without-mountpoint.ts'
import { noLocalFault, subscriptionSections } from '#domain/subscription-form/subscription-form.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { readValue } from '#kit/form/controls/control-props.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { Status } from '#ui/status.tsx'

interface AddSubscriptionDialogProps {
  readonly client: Client
  readonly onClose: () => void
}

export function AddSubscriptionDialog({ client, onClose }: AddSubscriptionDialogProps) {
  const { clientid, mountpoint } = client
  const hasOptions = client.proto_ver === 5
  const help = mountpoint ? `${m.topicHelp}${m.mountpointHelp(visibleText(mountpoint, 80))}` : m.topicHelp
  const write = writePlan(clients.subscribe, {
    toRequest: (document) => ({
      params: { clientid },
      body: parseBody(clients.subscribe.body, toSubscribe(document, hasOptions)),
    }),
  })
  return (
    <FormDialog
      title={m.addSubscription}
      submitLabel={m.addSubscription}
      onClose={onClose}
      plan={{
        ...write,
        sections: subscriptionSections(help, hasOptions),
        document: blankSubscription,
        isNew: true,
        check: noLocalFault,
        impact: () => m.subscribeImpact,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.subscribed),
      }}
    >
      <ExistingSubscription client={client} />
    </FormDialog>
  )
}

/**
 * Tells which subscription a new one would replace: a second subscription to a filter replaces the first (MQTT 5
 * §3.8.4).
 */
function ExistingSubscription({ client }: { readonly client: Client }) {
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

/** The defaults of a subscription that an operator adds for a client. */
const blankSubscription: ApiDocument = { topic: '', qos: 0, nl: false, rap: false, rh: 0 }

/** Returns the request. Only MQTT 5 clients have options other than the QoS (MQTT 5 §3.8.3.1). */
function toSubscribe({ topic, qos, nl, rap, rh }: ApiDocument, hasOptions: boolean): ApiDocument {
  return hasOptions ? { topic, qos, nl: flag(nl), rap: flag(rap), rh } : { topic, qos }
}

const flag = (isOn: unknown) => (isOn === true ? 1 : 0)
