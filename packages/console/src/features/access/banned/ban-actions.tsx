import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { lazy } from 'react'
import { action, counted, to } from '#acting/action.tsx'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import { banned as m } from '../messages/access.ts'

const CreateBanDialog = lazy(async () => ({
  default: (await import('./create-ban-dialog.tsx')).CreateBanDialog,
}))

const nameOf = ({ as, who }: Ban) => `${banKindNames[as]} · ${visibleText(who, 80)}`

export function createBan(): void {
  void askDialog<void>((close) => <CreateBanDialog onClose={close} />)
}

export const unban = action(
  to(banned.remove, ({ as, who }: Ban) => ({ params: { as, who } })),
  {
    takesAway: true,
    whyNot: ({ who }) => (canAddress(who) ? undefined : m.unaddressable),
    nameOf,
    ask: (bans, only) => ({
      title: only === undefined ? counted(bans, m.unbanMany) : m.unbanTitle,
      body: only === undefined ? m.unbanBody : `${nameOf(only)}. ${m.unbanBody}`,
      action: m.unbanAction,
    }),
    told: m.unbanned,
  },
)

export const clearBans = action(
  to(banned.clear, (_: number) => ({})),
  {
    ask: (count) => ({
      title: m.clearTitle,
      body: m.clearBody(count, formatNumber(count)),
      action: m.clear,
      danger: true,
      typedName: m.clearWord,
    }),
    told: () => m.cleared,
  },
)
