import { comparable } from './comparable.ts'
import { type Comparable, compareSides } from './compare-sides.ts'
import { findKeptOverride } from './gateway-parts.ts'
import { takeShown } from './map-texts.ts'
import type { ConfigDocument } from './masked-config.ts'
import type { Step } from './promotion-plan.ts'
import { isOrder, parseOrderIds } from './promotion-requests.ts'

/** Nothing was sent, for the reason that it gives. */
export class NotSentError extends Error {}

/** Somebody else was faster: nothing was sent. */
export class ChangedSince extends NotSentError {}

/** A key is there of which nobody has the secret. */
export class KeyLeftError extends Error {}

/** Of two chains what both have: one that is made or missing meanwhile moves nothing. */
export function isInOrder(now: readonly string[], wanted: readonly string[]): boolean {
  const shared = now.filter((id) => wanted.includes(id))
  return shared.join() === wanted.filter((id) => shared.includes(id)).join()
}

interface DifferingFieldsOptions {
  /** What was read after it was written. */
  readonly readBack?: Comparable | undefined
  /** Fields that were not there before count as well. What was sent may leave out what the broker fills in. */
  readonly isWhole?: boolean
}

/** The paths that are not as they should be, or the name of the thing. A secret alone shows by the time of writing. */
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
