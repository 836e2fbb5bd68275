import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { whyNoWrite } from '#api/query.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'

const sections: readonly Section[] = [
  {
    id: 'keepalive',
    title: m.changeKeepAlive,
    fields: [
      {
        kind: 'number',
        path: 'interval',
        label: m.interval,
        help: m.intervalHelp,
        unit: m.seconds,
        width: 12,
        isRequired: true,
        min: 0,
        max: 65_535,
      },
    ],
  },
]

interface KeepaliveDialogProps {
  readonly client: Client
  readonly onClose: () => void
}

export function KeepaliveDialog({ client, onClose }: KeepaliveDialogProps) {
  const { clientid } = client
  const write = writePlan(clients.setKeepalive, {
    toRequest: (document) => ({
      params: { clientid },
      body: parseBody(clients.setKeepalive.body, document),
    }),
  })
  return (
    <FormDialog
      title={m.changeKeepAlive}
      submitLabel={m.change}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: { interval: client.keepalive },
        impact: () => m.keepAliveMeaning,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.keepAliveChanged),
      }}
    />
  )
}
