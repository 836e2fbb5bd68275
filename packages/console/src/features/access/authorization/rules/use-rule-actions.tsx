import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/is-gone.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askRuleHits } from '#features/access/access-walk/hits/ask-rule-hits.tsx'
import { m as hits } from '#features/access/access-walk/hits/messages.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'
import type { OwnRules, RuleOwners } from './rule-owners.ts'

/** From so many on, the number is to be typed. */
const many = 20

const nameOf = ({ id }: OwnRules) => visibleText(id, 80)

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

/** Asks, then deletes the rules of some a few at a time. Resolves to those whose rules are gone. */
async function removeRules(owners: RuleOwners, rows: readonly OwnRules[]): Promise<readonly OwnRules[]> {
  const [only] = rows
  const isOne = rows.length === 1 && only !== undefined
  const remove = async ({ id }: OwnRules, signal: AbortSignal) => {
    try {
      await owners.remove(id, signal)
    } catch (error) {
      // Somebody else has deleted them meanwhile.
      if (!isGone(error)) throw error
    }
  }
  const change = { rules: owners.change(rows.map(({ id }) => ({ id, rules: [] }))) }
  const outcome = await bulk({
    items: rows,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.removeTitle : m.removeMany(rows.length, formatNumber(rows.length)),
    body: (
      <>
        <p>{joinSentences(isOne && m.removeOne(nameOf(only)), m.removeBody)}</p>
        <AccessPreview change={change} />
      </>
    ),
    size: 640,
    action: m.remove,
    told: (count, shown) => (isOne ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
    danger: true,
    ...(rows.length > many ? { typedName: String(rows.length) } : {}),
  })
  return outcome?.done ?? []
}
