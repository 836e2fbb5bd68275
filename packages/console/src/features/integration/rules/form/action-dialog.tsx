import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import { outputs as m } from '#features/integration/rules/messages/rule-form.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { BridgeChoice } from './bridge-choice.tsx'

interface ActionDialogProps {
  readonly rule: RuleBehind
  /** In the list already. */
  readonly taken: readonly string[]
  readonly onAnswer: (id: string | undefined) => void
}

/** One of the actions that are there, or the ID of one that is made later. */
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
                // As the broker checks it, which takes names of actions that are made later.
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
