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

/** One after the other, in the order of the plan. Each is read back. */
export function applySteps(run: Run, typed: TypedSecrets | Fill): Promise<void> {
  const { ask } = run
  const begin = beginOnce(run)
  /** What takes the place of something that was deleted: what is read there may be that. */
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
          // What is brought along stands before what it replaces is gone.
          if (!isAsPlanned) throw new NotSentError(m.notDeleted)
          await leaveFilled(ask, step)
          if (step.kind === 'schemas') await leaveUsed(ask, step)
        } else if (dropsGatewayUsers(step, step.before, step.after)) await leaveFilled(ask, step)
        if (step.secretFile !== undefined) checkEntry(step, body)
        const place = run.openSecret?.(step)
        try {
          begin(step)
          // Nothing may come between the two, also no log that is full.
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

/** What decides who may connect, and what they may do. */
const isAccess = (step: Step) =>
  step.kind === 'authenticators' || step.kind === 'authorization' || isGatewayAccess(step)

/** Whether a step took away what checked clients: deleted it, or disabled it. */
export const endsCheck = (step: Step): boolean =>
  isAccess(step) &&
  step.before !== undefined &&
  step.before['enable'] !== false &&
  (step.deed === 'delete' || step.after['enable'] === false)

/** From the last to the first, but what opens a listener again comes after all that checks its clients. */
export function orderUndo(steps: readonly Step[]): readonly Step[] {
  const opens = (step: Step) => {
    if (step.deed !== 'delete') return opensDoor(step, step.after, step.before)
    return (step.kind === 'listeners' || isGatewayListener(step)) && step.before?.['enable'] !== false
  }
  const reversed = steps.toReversed()
  return [...reversed.filter((step) => !opens(step)), ...reversed.filter(opens)]
}

/**
 * The other way round: what was made is deleted, what was changed becomes what it was. Each is read again before that:
 * `made` is what promoting left there, and what somebody changed since then stays. Where `openListener` cannot be taken
 * back, what checks its clients stays as well.
 */
export function undoSteps(
  run: Run,
  made: ReadonlyMap<Step, Comparable | null | undefined>,
  openListener?: string,
  /** An authenticator or a source that was deleted or disabled, and does not come back. */
  lostCheck?: string,
): Promise<void> {
  const { ask } = run
  const begin = beginOnce(run)
  /** Of what was made anew: why what is there now stays. */
  const stays = new Map<Step, ChangedSince>()
  /** What stands in the place of what was to be deleted. */
  const back = new Map<Step, ConfigDocument | undefined>()
  /** What comes back in the place of something that was deleted: what is read there may be that. */
  const anew = new Set<Step>()
  let open = openListener
  let unchecked = lostCheck
  const onEntry = (entry: Entry) => {
    const { step, outcome, found } = entry
    const isBack = outcome === 'done' || (found != null && found.settings['enable'] !== false)
    // Without it, somebody is let in whom it would have refused.
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
          // Clients go on connecting to it: what was brought along to check them stays.
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

/** Says before each request that writes that it is sent, of two that belong together before the first. */
function beginOnce({ onSend }: Run): (step: Step) => void {
  const begun = new Set<Step>()
  return (step) => {
    if (!begun.has(step)) onSend?.(step)
    begun.add(step)
  }
}

/** Whether what was to be made anew was never deleted, or is back. */
async function isAsBefore(ask: AskCluster, gone: Step): Promise<boolean> {
  return differingFields(gone, await readThing(ask, gone.kind, gone.id), gone.before).length === 0
}

/** What could not be made again must not make room for it. */
function checkBefore(gone: Step): void {
  const lost = findUnrestorable(gone)
  if (lost.length > 0) throw new ChangedSince(pruning.lost(lost.join(', ')))
  checkEntry(gone, bodyBefore(gone))
}

/** Of what is enabled nothing else changes, and what the broker made of the rest was said where it was made. */
const toWantedSettings = ({ deed, after }: Step): ConfigDocument | undefined => {
  if (deed === 'delete') return undefined
  return deed === 'enable' ? { enable: after['enable'] } : after
}

async function refuseChanged(ask: AskCluster, step: Step): Promise<void> {
  // What the broker fills in was not known when this was planned.
  const isWhole = step.deed !== 'enable'
  const fields = differingFields(step, await readThing(ask, step.kind, step.id), step.before, { isWhole })
  if (fields.length > 0) throw new ChangedSince(m.changedSince(fields.join(', ')))
}

/** The order was refused, or somebody moved a source since then: enabled, it would decide what others should. */
async function refuseMisplaced(ask: AskCluster, steps: readonly Step[]): Promise<void> {
  const wanted = steps.find((step) => step.kind === 'authorization' && isOrder(step))?.after['order']
  const now = await readThing(ask, 'authorization', 'order')
  if (!isInOrder(parseOrderIds(now?.settings['order']), parseOrderIds(wanted)))
    throw new ChangedSince(m.notInPlace)
}

/** What was not read back must be what was sent, or still what it was: then undoing changes nothing. */
async function leaveChanged(ask: AskCluster, step: Step, made: Comparable | null | undefined): Promise<void> {
  const now = await readThing(ask, step.kind, step.id)
  // Somebody undid it already.
  if (now === undefined && step.before === undefined) return
  // What is enabled stays enabled as well where its rules are in use.
  const isMade = step.before === undefined || step.deed === 'enable'
  if (isMade || dropsGatewayUsers(step, now?.settings, step.before)) await leaveFilled(ask, step)
  // A node that lagged behind told of nothing where it was made.
  const isUnread = made === undefined || (made === null && step.before === undefined)
  const fields = isUnread
    ? differingFields(step, now, toWantedSettings(step))
    : differingFields(step, now, made?.settings, { readBack: made ?? undefined })
  if (fields.length === 0) return
  // It was read back before every node had it.
  const wasEarly = made != null && differingFields(step, made, toWantedSettings(step)).length > 0
  if (wasEarly && differingFields(step, now, toWantedSettings(step)).length === 0) return
  if (made === undefined && differingFields(step, now, step.before).length === 0) return
  throw new ChangedSince(m.leftAsChanged(fields.join(', ')))
}
