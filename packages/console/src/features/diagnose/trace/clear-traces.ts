import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

/** Asks for the words, then deletes all traces. Resolves to whether the list may be another one now. */
export async function clearTraces(count: number): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: m.clearBody(count),
    action: m.clearAction,
    danger: true,
    typedName: m.clearWord,
  })
  if (!isMeant) return false
  try {
    await request(trace.clear, {})
    notify.success(m.cleared)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
  return true
}
