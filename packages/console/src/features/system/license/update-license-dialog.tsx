import { license } from '@brokerdeck/contract/system/license.ts'
import { whyNoWrite } from '#api/query.ts'
import { parseBody } from '#domain/endpoint-form/parse-body.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { license as m } from '../messages/console.ts'

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
