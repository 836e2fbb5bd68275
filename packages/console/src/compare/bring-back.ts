import { isPlainObject } from '#kit/form/form-value.ts'
import type { AskCluster } from './ask.ts'
import { ChangedSince, differingFields } from './changed-since.ts'
import { findOrderId } from './comparable.ts'
import { listMaskedPaths } from './compare-sides.ts'
import { promotionRun as m, pruning } from './messages.ts'
import { findConnector } from './promotion-needs.ts'
import { isStoredFile, type Step } from './promotion-plan.ts'
import { parseOrderIds, sendIt } from './promotion-requests.ts'
import { readThing } from './read-side.ts'

interface Bringing {
  readonly onSend: ((step: Step) => void) | undefined
  /** An undo that did not end may have made it already, and not put it in place. */
  readonly wasSent: boolean
}

/**
 * Makes what was deleted once more as it was, at its place in the chain. What somebody made under its name since then
 * stays.
 */
export async function bringBack(ask: AskCluster, step: Step, { onSend, wasSent }: Bringing): Promise<void> {
  const { kind, id, before = {}, chain } = step
  // EMQX puts a source at the head of the chain: enabled there, it would decide what others should.
  const isHeld = kind === 'authorization' && chain !== undefined && before['enable'] !== false
  const made = isHeld ? { ...before, enable: false } : before
  const now = await readThing(ask, kind, id)
  if (now === undefined) {
    const lost = findUnrestorable(step)
    if (lost.length > 0) throw new ChangedSince(pruning.lost(lost.join(', ')))
    await leaveUnconnected(ask, step)
    onSend?.(step)
    await sendIt(ask, { kind, id, deed: 'create' }, made)
  } else {
    const isSame = differingFields(step, now, before).length === 0
    const isHalf = wasSent && differingFields(step, now, made).length === 0
    if (!isSame && !isHalf) throw new ChangedSince(m.leftAsMade)
    // It was never deleted, or is back already.
    if (!wasSent) return
    onSend?.(step)
  }
  if (chain !== undefined) await putInPlace(ask, step, chain)
  if (isHeld && now?.settings['enable'] !== true)
    await sendIt(ask, { kind, id, deed: 'enable' }, { enable: true })
}

/** An action or a source as it was, of which the connector is gone: the broker would refuse it. */
export async function leaveUnconnected(ask: AskCluster, step: Step): Promise<void> {
  const connector = findConnector(step, step.before ?? {})
  if (connector === undefined || (await readThing(ask, 'connectors', connector)) !== undefined) return
  throw new ChangedSince(m.leftUnconnected(connector))
}

async function putInPlace(ask: AskCluster, { kind, id }: Step, chain: readonly string[]): Promise<void> {
  const orderId = findOrderId(kind)
  if (orderId === undefined) return
  const present = parseOrderIds((await readThing(ask, kind, orderId))?.settings['order'])
  const order = insertInPlace(present, id, chain)
  if (order.join() !== present.join()) await sendIt(ask, { kind, id: orderId, deed: 'change' }, { order })
}

/** Behind the nearest that stood before it, or before the nearest behind it: all others stay as they are. */
export function insertInPlace(
  present: readonly string[],
  id: string,
  chain: readonly string[],
): readonly string[] {
  const others = present.filter((one) => one !== id)
  const at = chain.indexOf(id)
  const ahead = chain.slice(0, at).findLast((one) => others.includes(one))
  const behind = chain.slice(at + 1).find((one) => others.includes(one))
  if (ahead !== undefined) return others.toSpliced(others.indexOf(ahead) + 1, 0, id)
  return others.toSpliced(behind === undefined ? others.length : others.indexOf(behind), 0, id)
}

/** Paths of what no document gives once the thing is deleted: secrets, and files that the broker deletes with it. */
export function findUnrestorable({ kind, before }: Pick<Step, 'kind' | 'before'>): readonly string[] {
  // The broker would give it another one.
  const own = kind === 'api-keys' ? ['api_secret'] : []
  return [...own, ...listMaskedPaths(before), ...listStoredFiles(before, '')]
}

function listStoredFiles(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return isStoredFile(path, value) ? [path] : []
  if (!isPlainObject(value)) return []
  return Object.entries(value).flatMap(([key, held]) =>
    listStoredFiles(held, path === '' ? key : `${path}.${key}`),
  )
}
