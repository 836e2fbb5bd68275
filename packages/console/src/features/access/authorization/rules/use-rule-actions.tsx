import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askRuleHits } from '#features/access/access-walk/hits/ask-rule-hits.tsx'
import { m as hits } from '#features/access/access-walk/hits/messages.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'
import { removeRules } from './remove-rules.tsx'
import type { OwnRules, RuleOwners } from './rule-owners.ts'

const OwnRulesDialog = lazy(async () => ({
  default: (await import('./own-rules-dialog.tsx')).OwnRulesDialog,
}))

const ImportRulesDialog = lazy(async () => ({
  default: (await import('./import/import-rules-dialog.tsx')).ImportRulesDialog,
}))

/** What can be done with the rules of client IDs, or of usernames. */
export function useRuleActions(owners: RuleOwners, max: number) {
  const cache = useQueryClient()
  const open = (before: OwnRules | undefined) =>
    void askDialog<void>((close) => (
      <OwnRulesDialog owners={owners} before={before} max={max} onClose={close} />
    ))
  const remove = async (rows: readonly OwnRules[]) => {
    const done = await removeRules(owners, rows)
    if (done.length > 0) void cache.invalidateQueries({ queryKey: [owners.path] })
    return done
  }
  return {
    remove,
    add: () => open(undefined),
    importFile: () =>
      void askDialog<void>((close) => <ImportRulesDialog owners={owners} max={max} onClose={close} />),
    rowActions: (row: OwnRules): readonly MenuAction[] => {
      const lockedReason = whyNoWrite() ?? (canAddress(row.id) ? undefined : m.unaddressable)
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
