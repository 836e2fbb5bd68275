import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { clearBans } from './clear-bans.ts'
import { m } from './messages.ts'
import { unban } from './unban.ts'

const CreateBanDialog = lazy(async () => ({
  default: (await import('./create-ban-dialog.tsx')).CreateBanDialog,
}))

interface BanActions {
  readonly create: () => void
  readonly rowActions: (ban: Ban) => readonly MenuAction[]
  /** Resolves to those that are gone. */
  readonly unbanAll: (bans: readonly Ban[]) => Promise<readonly Ban[]>
  readonly clear: (count: number) => Promise<void>
}

export function useBanActions(): BanActions {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: [banned.list.path] })
  const unbanAll = async (bans: readonly Ban[]) => {
    const done = await unban(bans)
    if (done.length > 0) refresh()
    return done
  }
  return {
    create: () => void askDialog<void>((close) => <CreateBanDialog onClose={close} />),
    unbanAll,
    rowActions: (ban) => [
      {
        label: m.unban,
        danger: true,
        disabledReason: whyNoWrite() ?? (canAddress(ban.who) ? undefined : m.unaddressable),
        onSelect: () => void unbanAll([ban]),
      },
    ],
    clear: async (count) => {
      if (await clearBans(count)) refresh()
    },
  }
}
