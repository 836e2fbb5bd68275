import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { createBody, findTakenId, placeRuleFaults, ruleSections } from './rule-sections.ts'

interface CopyDialogProps {
  /** The proposed ID. */
  readonly id: string
  readonly settings: ApiDocument
  readonly onCopied?: (() => void) | undefined
  readonly onClose: () => void
}

/** Creates another rule with these settings. */
export function CopyDialog({ id, settings, onCopied, onClose }: CopyDialogProps) {
  return (
    <FormDialog
      title={m.copyTitle}
      submitLabel={m.createTitle}
      onClose={onClose}
      plan={{
        ...writePlan(rules.create, {
          toRequest: (document) => ({ body: createBody(document) }),
          findFaults: findTakenId,
          placeFaults: placeRuleFaults,
        }),
        sections: ruleSections.copy,
        document: { ...settings, id },
        isNew: true,
        onApplied(document) {
          notify.success(m.copied(String(document['id'])))
          onCopied?.()
        },
      }}
    />
  )
}
