import { unlessGone } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { bringBack, findUnrestorable, leaveUnconnected } from './bring-back.ts'
import { ChangedSince, differingFields, isInOrder, NotSentError } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import { leaveFilled, leaveUsed } from './count-kept.ts'
import { checkEntry } from './entry-kinds.ts'
import {
  dropsGatewayUsers,
  isGatewayAccess,
  isGatewayListener,
  opensDoor,
  opensGateway,
  overrideKey,
  withoutOverride,
} from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m, pruning } from './messages.ts'
import { bodyBefore, type Fill, fillBody, type Step, type TypedSecrets } from './promotion-plan.ts'
import { isOrder, parseOrderIds, removeIt, sendIt } from './promotion-requests.ts'
import { readThing } from './read-side.ts'
import { sendAndKeep } from './send-and-keep.ts'
import { type Entry, isReplacement, type Run, sendInOrder } from './send-in-order.ts'

/** Applies the steps one after the other, in the order of the plan. Each object is read back. */
export function applySteps(run: Run, typed: TypedSecrets | Fill): Promise<void> {
  const { ask } = run
  const begin = beginOnce(run)
  /** The steps that replace a deleted object: a read may still return the deleted object. */
  const anew = new Set<Step>()
  let isAsPlanned = true
  const onEntry = (entry: Entry) => {
    isAsPlanned &&= entry.outcome === 'done'
    run.onEntry(entry)
  }
  return sendInOrder(
    { ...run, onEntry },
    {
      isUndo: false,
      write: async (step) => {
        const body = fillBody(step, typed)
        const next = run.steps[run.steps.indexOf(step) + 1]
        const made = isReplacement(step, next) ? next : undefined
        if (made !== undefined) checkEntry(made, fillBody(made, typed))
        if (!anew.has(step)) await refuseChanged(ask, step)
        if (step.deed === 'enable') await refuseMisplaced(ask, run.steps)
        if (step.deed === 'delete') {
          // Replacements are created before the objects that they replace are deleted.
          if (!isAsPlanned) throw new NotSentError(m.notDeleted)
          await leaveFilled(ask, step)
          if (step.kind === 'schemas') await leaveUsed(ask, step)
        } else if (dropsGatewayUsers(step, step.before, step.after)) await leaveFilled(ask, step)
        if (step.secretFile !== undefined) checkEntry(step, body)
        const place = run.openSecret?.(step)
        try {
          begin(step)
          // Nothing may fail between the two steps, not even a full log.
          if (made !== undefined) {
            begin(made)
            anew.add(made)
          }
        } catch (error) {
          place?.drop()
          throw error
        }
        return place === undefined ? await sendIt(ask, step, body) : await sendAndKeep(ask, step, body, place)
      },
      wanted: toWantedSettings,
    },
  )
}

/** Returns true for objects that decide who may connect and what clients may do. */
const isAccess = (step: Step) =>
  step.kind === 'authenticators' || step.kind === 'authorization' || isGatewayAccess(step)

/** Returns true if a step deleted or disabled an object that checked clients. */
export const endsCheck = (step: Step): boolean =>
  isAccess(step) &&
  step.before !== undefined &&
  step.before['enable'] !== false &&
  (step.deed === 'delete' || step.after['enable'] === false)

/** Reverses the steps; steps that open a listener again come after all steps that restore the checks of its clients. */
export function orderUndo(steps: readonly Step[]): readonly Step[] {
  const opens = (step: Step) => {
    if (step.deed !== 'delete') return opensDoor(step, step.after, step.before)
    return (step.kind === 'listeners' || isGatewayListener(step)) && step.before?.['enable'] !== false
  }
  const reversed = steps.toReversed()
  return [...reversed.filter((step) => !opens(step)), ...reversed.filter(opens)]
}

/**
 * Undoes the steps in reverse: created objects are deleted, changed objects get their former settings. Each object is
 * read first: `made` is the state after the promotion, and later changes by other users are kept. If `openListener`
 * cannot be closed, the objects that check its clients are kept, too.
 */
export function undoSteps(
  run: Run,
  made: ReadonlyMap<Step, Comparable | null | undefined>,
  openListener?: string,
  /** The ID of an authenticator or source that was deleted or disabled and is not restored. */
  lostCheck?: string,
): Promise<void> {
  const { ask } = run
  const begin = beginOnce(run)
  /** For each deleted object, the reason why its replacement is kept. */
  const stays = new Map<Step, ChangedSince>()
  /** The settings that are there in place of an object that was to be deleted. */
  const back = new Map<Step, ConfigDocument | undefined>()
  /** The steps that restore an object in place of a deleted one: a read may still return the deleted object. */
  const anew = new Set<Step>()
  let open = openListener
  let unchecked = lostCheck
  const onEntry = (entry: Entry) => {
    const { step, outcome, found } = entry
    const isBack = outcome === 'done' || (found != null && found.settings['enable'] !== false)
    // Without this object, clients are admitted that it would have refused.
    if (endsCheck(step) && !isBack) unchecked = step.id
    run.onEntry(entry)
  }
  return sendInOrder(
    { ...run, steps: orderUndo(run.steps), onEntry },
    {
      isUndo: true,
      write: async (step) => {
        const isDoor =
          step.kind === 'listeners' || isGatewayListener(step) || opensGateway(step, step.before, step.after)
        if (step.deed === 'delete') {
          if (isDoor && unchecked !== undefined) throw new ChangedSince(m.leftUnchecked(unchecked))
          const wasSent = made.get(step) === undefined
          const left = stays.get(step)
          if (left !== undefined) throw left
          const { kind, id, before = {} } = step
          if (anew.has(step)) return await sendIt(ask, { kind, id, deed: 'create' }, before)
          return await bringBack(ask, step, { onSend: begin, wasSent })
        }
        if (isAccess(step) && open !== undefined) throw new ChangedSince(m.leftForListener(open))
        if (opensDoor(step, step.after, step.before) && unchecked !== undefined)
          throw new ChangedSince(m.leftClosed(unchecked))
        const previous = run.steps[run.steps.indexOf(step) - 1]
        const gone = previous !== undefined && isReplacement(previous, step) ? previous : undefined
        try {
          if (gone !== undefined && made.get(step) === undefined && (await isAsBefore(ask, gone))) {
            back.set(step, gone.before)
            return
          }
          await leaveChanged(ask, step, made.get(step))
          await leaveUnconnected(ask, step)
          if (gone !== undefined) checkBefore(gone)
          begin(step)
          if (gone !== undefined) {
            begin(gone)
            anew.add(gone)
          }
          return step.before === undefined
            ? await unlessGone(removeIt(ask, step))
            : await sendIt(ask, step, bodyBefore(step))
        } catch (error) {
          // Clients keep connecting through this listener, so the promoted objects that check them are kept.
          if (isDoor) open = step.id
          if (gone !== undefined && error instanceof ChangedSince) stays.set(gone, error)
          throw error
        }
      },
      wanted: (step) =>
        back.get(step) ?? withoutOverride(step, step.before, step.after[overrideKey] !== undefined),
    },
  )
}

/**
 * Returns a function that reports each write request before it is sent; two requests that belong together are
 * reported before the first.
 */
function beginOnce({ onSend }: Run): (step: Step) => void {
  const begun = new Set<Step>()
  return (step) => {
    if (!begun.has(step)) onSend?.(step)
    begun.add(step)
  }
}

/** Returns true if an object to be replaced was never deleted, or is restored. */
async function isAsBefore(ask: AskCluster, gone: Step): Promise<boolean> {
  return differingFields(gone, await readThing(ask, gone.kind, gone.id), gone.before).length === 0
}

/** Throws if the old object could not be created again, before the new object is deleted for it. */
function checkBefore(gone: Step): void {
  const lost = findUnrestorable(gone)
  if (lost.length > 0) throw new ChangedSince(pruning.lost(lost.join(', ')))
  checkEntry(gone, bodyBefore(gone))
}

/** A step of type `enable` changes only one field; the other fields were checked when the object was created. */
const toWantedSettings = ({ deed, after }: Step): ConfigDocument | undefined => {
  if (deed === 'delete') return undefined
  return deed === 'enable' ? { enable: after['enable'] } : after
}

async function refuseChanged(ask: AskCluster, step: Step): Promise<void> {
  // The fields that the broker fills in were unknown when the step was planned.
  const isWhole = step.deed !== 'enable'
  const fields = differingFields(step, await readThing(ask, step.kind, step.id), step.before, { isWhole })
  if (fields.length > 0) throw new ChangedSince(m.changedSince(fields.join(', ')))
}

/** Throws if the order was refused or a source was moved since: an enabled source would decide for other sources. */
async function refuseMisplaced(ask: AskCluster, steps: readonly Step[]): Promise<void> {
  const wanted = steps.find((step) => step.kind === 'authorization' && isOrder(step))?.after['order']
  const now = await readThing(ask, 'authorization', 'order')
  if (!isInOrder(parseOrderIds(now?.settings['order']), parseOrderIds(wanted)))
    throw new ChangedSince(m.notInPlace)
}

/**
 * Throws if the object was changed since. If never read back, it must equal what was sent, or its former state: then
 * undoing changes nothing.
 */
async function leaveChanged(ask: AskCluster, step: Step, made: Comparable | null | undefined): Promise<void> {
  const now = await readThing(ask, step.kind, step.id)
  // Another user has already undone it.
  if (now === undefined && step.before === undefined) return
  // An enabled source also stays enabled while its rules are in use.
  const isMade = step.before === undefined || step.deed === 'enable'
  if (isMade || dropsGatewayUsers(step, now?.settings, step.before)) await leaveFilled(ask, step)
  // A node that lagged behind reported nothing after the creation.
  const isUnread = made === undefined || (made === null && step.before === undefined)
  const fields = isUnread
    ? differingFields(step, now, toWantedSettings(step))
    : differingFields(step, now, made?.settings, { readBack: made ?? undefined })
  if (fields.length === 0) return
  // The object was read back before every node had applied the change.
  const wasEarly = made != null && differingFields(step, made, toWantedSettings(step)).length > 0
  if (wasEarly && differingFields(step, now, toWantedSettings(step)).length === 0) return
  if (made === undefined && differingFields(step, now, step.before).length === 0) return
  throw new ChangedSince(m.leftAsChanged(fields.join(', ')))
}
