import { whyNoWrite } from '#api/query.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { rules as m } from '#features/access/messages/authorization.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Field, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { useFreshPlan } from '#resource/endpoint-form/use-fresh-plan.ts'
import type { OwnRules, RuleOwners } from './rule-owners.ts'
import { findRuleFaults, parseBuiltInRules, ruleRows, ruleToRow } from './rule-rows.ts'

interface OwnRulesDialogProps {
  readonly owners: RuleOwners
  /** The rules to change; undefined to add the rules of another client ID or username. */
  readonly before: OwnRules | undefined
  readonly max: number
  readonly onClose: () => void
}

const idField = ({ label, missing }: RuleOwners): Field => ({
  kind: 'text',
  path: 'id',
  label,
  isRequired: true,
  requiredMessage: missing,
  isCode: true,
  width: 12,
})

const nothingYet: OwnRules = { id: '', rules: [] }

const toRulesDocument = ({ id, rules }: OwnRules): ApiDocument => ({ id, rules: rules.map(ruleToRow) })

/** Edits the rules of one client ID or username. */
export function OwnRulesDialog({ owners, before, max, onClose }: OwnRulesDialogProps) {
  const write = before === undefined ? owners.adding : owners.saving(before.id)
  const fresh = useFreshPlan({
    shown: before ?? nothingYet,
    read: async () => (before === undefined ? nothingYet : await owners.one(before.id)),
    pickDocument: toRulesDocument,
    write,
  })
  const fields = before === undefined ? [idField(owners), ruleRows] : [ruleRows]
  const sections: readonly Section[] = [{ id: 'rules', title: m.rules, fields }]
  return (
    <FormDialog
      title={before === undefined ? owners.addTitle : m.editTitle(visibleText(before.id, 80))}
      submitLabel={before === undefined ? m.add : m.save}
      onClose={onClose}
      size={960}
      plan={{
        ...fresh,
        sections,
        isNew: before === undefined,
        impact: () => m.impact,
        preview: (document) => {
          const rules = parseBuiltInRules(document)
          const id = before?.id ?? document['id']
          if (rules === undefined || typeof id !== 'string') return null
          return <AccessPreview change={{ rules: owners.change([{ id, rules }]) }} />
        },
        check: (document) => findRuleFaults(document, max),
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(before === undefined ? m.added : m.saved),
      }}
    />
  )
}
