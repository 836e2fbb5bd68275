import { cluster, isNodeName } from '@brokerdeck/contract/system/cluster.ts'
import { whyNoWrite } from '#api/query.ts'
import { cluster as m } from '#features/system/messages/cluster.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'

const inviteSections: readonly Section[] = [
  {
    id: 'node',
    title: m.invite,
    fields: [
      {
        kind: 'text',
        path: 'node',
        label: m.nodeName,
        help: m.nodeNameHelp,
        placeholder: 'emqx@10.0.0.5',
        isCode: true,
        isRequired: true,
        requiredMessage: m.nodeNameRequired,
        width: 12,
      },
    ],
  },
]

const getNodeName = (document: ApiDocument): string => String(document['node'] ?? '')

/** Asks for the node name and does not wait for the result, because a joining node restarts first, which takes time. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { plan, apply } = writePlan(cluster.inviteAsync, {
    toRequest: (document) => ({ params: { node: getNodeName(document) } }),
  })
  return (
    <FormDialog
      title={m.invite}
      submitLabel={m.inviteAction}
      onClose={onClose}
      plan={{
        sections: inviteSections,
        document: newDocument(inviteSections),
        isNew: true,
        plan,
        apply,
        check: (document) => nodeNameFaults(getNodeName(document)),
        impact: () => warnIf(true, m.inviteImpact),
        lockedReason: whyNoWrite(),
        onApplied: (document) => notify.info(m.invited(visibleText(getNodeName(document)))),
      }}
    />
  )
}

/** Applies the same rule as the broker, with a helpful message. */
function nodeNameFaults(node: string) {
  return node === '' || isNodeName(node) ? [] : [{ path: 'node', message: m.nodeNameWrong }]
}
