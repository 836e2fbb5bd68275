import { canAddress } from '@brokerdeck/contract/wire.ts'
import { lazy } from 'react'
import { action, counted } from '#acting/action.tsx'
import { askRuleHits } from '#features/access/access-walk/hits/ask-rule-hits.tsx'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { hits } from '#features/access/messages/access-walk.ts'
import { joinSentences } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { rules as m } from '../../messages/authorization.ts'
import type { OwnRules, RuleOwners } from './rule-owners.ts'

const nameOf = ({ id }: OwnRules) => visibleText(id, 80)

const OwnRulesDialog = lazy(async () => ({
  default: (await import('./own-rules-dialog.tsx')).OwnRulesDialog,
}))

const ImportRulesDialog = lazy(async () => ({
  default: (await import('./import/import-rules-dialog.tsx')).ImportRulesDialog,
}))

/** What can be done with the rules of client IDs, or of usernames. */
export function useRuleActions(owners: RuleOwners, max: number) {
  const open = (before: OwnRules | undefined) =>
    void askDialog<void>((close) => (
      <OwnRulesDialog owners={owners} before={before} max={max} onClose={close} />
    ))
  const { run: remove, whyNot } = action<OwnRules>(({ id }, signal) => owners.remove(id, signal), {
    takesAway: true,
    whyNot: ({ id }) => (canAddress(id) ? undefined : m.unaddressable),
    nameOf,
    ask: (rows, only) => ({
      title: only === undefined ? counted(rows, m.removeMany) : m.removeTitle,
      body: (
        <>
          <p>{joinSentences(only && m.removeOne(nameOf(only)), m.removeBody)}</p>
          <AccessPreview change={{ rules: owners.change(rows.map(({ id }) => ({ id, rules: [] }))) }} />
        </>
      ),
      size: 640,
      action: m.remove,
    }),
    told: (count, shown, only) => (only ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
  })
  return {
    remove,
    add: () => open(undefined),
    importFile: () =>
      void askDialog<void>((close) => <ImportRulesDialog owners={owners} max={max} onClose={close} />),
    rowActions: (row: OwnRules): readonly MenuAction[] => {
      const lockedReason = whyNot(row)
      return [
        { label: lockedReason === undefined ? m.edit : m.show, onSelect: () => open(row) },
        {
          label: hits.open,
          disabledReason: row.rules.length === 0 ? m.none : undefined,
          onSelect: () => askRuleHits(owners.asked(row)),
        },
        {
          label: `${m.remove}…`,
          danger: true,
          disabledReason: lockedReason,
          onSelect: () => void remove([row]),
        },
      ]
    },
  }
}
