import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

/** A broker with very many takes its time. */
const timeoutMs = 120_000

/** The list may be some time old, or not there yet; nothing is counted where the broker does not say. */
async function effectInWords(): Promise<string> {
  try {
    const { meta } = await request(retainer.listMessages, { query: { page: 1, limit: 1 } })
    const { count } = meta
    return count === undefined ? m.clearBodyUnknown : m.clearBody(count, formatNumber(count))
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return m.clearBodyUnknown
  }
}

/** Asks, then takes all away. Resolves to whether the list is another one now. */
export async function clearRetained(): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: effectInWords(),
    action: m.clear,
    danger: true,
    typedName: m.clearWord,
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
