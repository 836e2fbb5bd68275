import { license } from '@brokerdeck/contract/system/license.ts'
import { whyNoWrite } from '#api/query.ts'
import { license as m } from '#features/system/messages/console.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'

const sections: readonly Section[] = [
  {
    id: 'license',
    title: m.update,
    fields: [
      {
        kind: 'secret',
        path: 'key',
        label: m.key,
        help: m.keyHelp,
        width: 12,
        isRequired: true,
        autoComplete: 'off',
      },
    ],
  },
]

export function UpdateLicenseDialog({ onClose }: { readonly onClose: () => void }) {
  const write = writePlan(license.update, {
    toRequest: (document) => ({ body: parseBody(license.update.body, document) }),
  })
  return (
    <FormDialog
      title={m.update}
      submitLabel={m.updateAction}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: {},
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.updated),
      }}
    />
  )
}
