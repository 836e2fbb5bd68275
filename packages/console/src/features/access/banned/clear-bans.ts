import { banned } from '@brokerdeck/contract/access/banned.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

/** Asks, then lifts all bans. Resolves to whether the list may be another one now. */
export async function clearBans(count: number): Promise<boolean> {
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
