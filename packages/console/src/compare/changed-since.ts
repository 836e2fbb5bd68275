import { comparable } from './comparable.ts'
import { type Comparable, compareSides } from './compare-sides.ts'
import { findKeptOverride } from './gateway-parts.ts'
import { takeShown } from './map-texts.ts'
import type { ConfigDocument } from './masked-config.ts'
import type { Step } from './promotion-plan.ts'
import { isOrder, parseOrderIds } from './promotion-requests.ts'

/** Thrown if nothing was sent; the message is the reason. */
export class NotSentError extends Error {}

/** Thrown if another user has changed the object first: nothing was sent. */
export class ChangedSince extends NotSentError {}

/** Thrown if a key exists whose secret is lost. */
export class KeyLeftError extends Error {}

/** Compares the shared members of two chains: a member that was added or removed in between moves nothing. */
export function isInOrder(now: readonly string[], wanted: readonly string[]): boolean {
  const shared = now.filter((id) => wanted.includes(id))
  return shared.join() === wanted.filter((id) => shared.includes(id)).join()
}

interface DifferingFieldsOptions {
  /** The object as it was read back after the write. */
  readonly readBack?: Comparable | undefined
  /** If true, additional fields count as well. Otherwise `wanted` may leave out fields that the broker fills in. */
  readonly isWhole?: boolean
}

/**
 * Returns the paths that differ from the wanted settings, or the ID of the object. A change of a secret alone shows
 * only in the time of the last write.
 */
export function differingFields(
  step: Step,
  now: Comparable | undefined,
  wanted: ConfigDocument | undefined,
  { readBack, isWhole = readBack !== undefined }: DifferingFieldsOptions = {},
): readonly string[] {
  if (wanted === undefined) return now === undefined ? [] : [step.id]
  if (isOrder(step))
    return isInOrder(parseOrderIds(now?.settings['order']), parseOrderIds(wanted['order'])) ? [] : ['order']
  const shown = takeShown(wanted, step.referred ?? [], now?.settings).settings
  const { settings } = comparable(step.kind, step.id, shown)
  const there = [{ id: step.id, settings }]
  const [found] = compareSides(now === undefined ? [] : [now], there, !isWhole)
  if (found?.here === undefined) return [step.id]
  const differing = found.differences.map(({ path }) => path)
  const paths = [...findKeptOverride(step, now?.settings, wanted), ...differing]
  if (paths.length > 0 || readBack === undefined || readBack.writtenAt === now?.writtenAt) return paths
  return ['last_modified_at']
}
