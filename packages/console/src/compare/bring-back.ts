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
  /** True if an unfinished undo may already have created the object without moving it to its place. */
  readonly wasSent: boolean
}

/**
 * Creates a deleted object again with its old settings and at its old place in the chain. An object that another user
 * has created under this name since then is kept.
 */
export async function bringBack(ask: AskCluster, step: Step, { onSend, wasSent }: Bringing): Promise<void> {
  const { kind, id, before = {}, chain } = step
  // EMQX puts a new source at the head of the chain: if it were enabled there, it would decide for the other sources.
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
    // The object was never deleted, or has already been restored.
    if (!wasSent) return
    onSend?.(step)
  }
  if (chain !== undefined) await putInPlace(ask, step, chain)
  if (isHeld && now?.settings['enable'] !== true)
    await sendIt(ask, { kind, id, deed: 'enable' }, { enable: true })
}

/**
 * Throws `ChangedSince` if the connector of an action or source is gone, because the broker would refuse the object.
 */
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

/**
 * Inserts an ID behind its nearest former predecessor, or before its nearest successor; all other IDs keep their
 * places.
 */
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

/**
 * Returns the paths that no document contains once the object is deleted: secrets, and files that the broker deletes
 * with it.
 */
export function findUnrestorable({ kind, before }: Pick<Step, 'kind' | 'before'>): readonly string[] {
  // The broker would generate another secret.
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
