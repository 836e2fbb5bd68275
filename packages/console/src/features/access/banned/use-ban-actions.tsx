import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** From so many on, the number is to be typed. */
const manyBans = 20

const nameOf = ({ as, who }: Ban) => `${banKindNames[as]} · ${visibleText(who, 80)}`

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

/** Asks, then lifts all bans. Resolves to whether the list may be another one now. */
async function clearBans(count: number): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: m.clearBody(count, formatNumber(count)),
    action: m.clear,
    danger: true,
    typedName: m.clearWord,
  })
  if (!isMeant) return false
  try {
    await request(banned.clear, {})
    notify.success(m.cleared)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
  return true
}

/** One that has ended in the meantime is lifted as well. */
async function lift({ as, who }: Ban, signal: AbortSignal): Promise<void> {
  try {
    await request(banned.remove, { params: { as, who } }, { signal })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Asks with the count, then lifts them one at a time. Resolves to those that are gone. */
async function unban(bans: readonly Ban[]): Promise<readonly Ban[]> {
  const [only] = bans
  const isOne = bans.length === 1 && only !== undefined
  const outcome = await bulk({
    items: bans,
    itemLabel: nameOf,
    run: lift,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.unbanTitle : m.unbanMany(bans.length, formatNumber(bans.length)),
    body: isOne ? `${nameOf(only)}. ${m.unbanBody}` : m.unbanBody,
    action: m.unbanAction,
    told: m.unbanned,
    danger: true,
    ...(bans.length > manyBans ? { typedName: String(bans.length) } : {}),
  })
  return outcome?.done ?? []
}
