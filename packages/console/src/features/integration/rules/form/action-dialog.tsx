import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import { outputs as m } from '#features/integration/rules/messages/rule-form.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { BridgeChoice } from './bridge-choice.tsx'

interface ActionDialogProps {
  readonly rule: RuleBehind
  /** The IDs that are already in the list. */
  readonly taken: readonly string[]
  readonly onAnswer: (id: string | undefined) => void
}

/** Asks for an existing action, or for the ID of an action that is created later. */
export function ActionDialog({ rule, taken, onAnswer }: ActionDialogProps) {
  return (
    <FormDialog
      title={m.byIdTitle}
      submitLabel={m.add}
      isLocal
      onClose={() => onAnswer(undefined)}
      plan={{
        sections: [
          {
            id: 'action',
            title: m.action,
            fields: [
              {
                kind: 'text',
                path: 'id',
                label: m.actionId,
                help: m.actionIdHelp,
                isCode: true,
                isRequired: true,
                width: 12,
                // The same check as the broker's, which accepts names of actions that are created later.
                pattern: { regex: /^[^:]+:[^:]+$/, message: m.actionIdRule },
              },
            ],
          },
        ],
        document: {},
        isNew: true,
        plan: () => undefined,
        check: ({ id }) => (taken.some((one) => one === id) ? [{ path: 'id', message: m.twice }] : []),
        apply: async () => ({ kind: 'applied' }),
        onApplied: ({ id }) => onAnswer(typeof id === 'string' ? id : undefined),
      }}
    >
      <BridgeChoice kind="action" path="id" rule={rule} />
    </FormDialog>
  )
}
