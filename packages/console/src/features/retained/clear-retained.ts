import { retainer } from '@brokerdeck/contract/retainer.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

/** A broker with very many takes its time. */
const timeoutMs = 120_000

/** Asks, then takes all away. Resolves to whether the list is another one now. */
export async function clearRetained(count: number): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: m.clearBody(count, formatNumber(count)),
    action: m.clear,
    danger: true,
  })
  if (!isMeant) return false
  try {
    await request(retainer.clearMessages, {}, { timeoutMs })
    notify.success(m.cleared)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
  return true
}
