import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

/** Asks, then makes the broker forget what it has decided for a client. Resolves to whether it was done. */
export async function clearCache(clientid: string): Promise<boolean> {
  const isMeant = await confirm({
    title: m.cacheClearTitle,
    body: m.cacheClearBody,
    action: m.cacheClearAction,
    danger: true,
  })
  if (!isMeant) return false
  try {
    await request(clients.cleanAuthorizationCache, { params: { clientid } })
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
    return false
  }
  notify.success(m.cacheCleared)
  return true
}
