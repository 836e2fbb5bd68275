import * as v from 'valibot'
import { getProblem, unlessGone } from '#api/errors.ts'
import { IncompleteDocument } from '#domain/endpoint-form/body-from.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { Ask } from './ask.ts'
import { bringBack, leaveUnconnected } from './bring-back.ts'
import { ChangedSince, differingFields, isInOrder, NotSentError } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import { leaveFilled, leaveUsed } from './count-kept.ts'
import { dropsGatewayUsers, isGatewayAccess, isGatewayListener, opensGateway } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import { bodyBefore, type Fill, fillBody, type Step, type Typed } from './promotion-plan.ts'
import {
  findUndoRequest,
  findWriteRequest,
  isBeside,
  isOrder,
  parseOrderIds,
  removeIt,
  sendIt,
} from './promotion-requests.ts'
import { readKind, readOne } from './read-side.ts'

/** What came of one request. */
export interface Entry {
  readonly step: Step
  /** RFC 3339. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly isUndo: boolean
  /**
   * `differs`: it was taken, and what was read back is not what was sent. `unknown`: no answer came, or it could not be
   * read back. `left`: somebody changed it since then, so it was not undone.
   */
  readonly outcome: 'done' | 'differs' | 'refused' | 'unknown' | 'left' | 'not-sent'
  /** As it was read back; null where there was none. */
  readonly found?: Comparable | null
  /** Fields that differ, or why it was refused. */
  readonly message?: string
}

interface Run extends Asking {
  readonly steps: readonly Step[]
  readonly stopsAtFirst: boolean
  readonly signal: AbortSignal
  /** Before each request that writes. Where it throws, nothing is sent. */
  readonly onSend?: (step: Step) => void
  readonly onEntry: (entry: Entry) => void
}

/** Who asks the cluster, and says why an answer is none. */
interface Asking {
  readonly ask: Ask
  readonly explain: (error: unknown) => Promise<string>
}

/** One after the other, in the order of the plan. Each is read back. */
export function applySteps(run: Run, typed: Typed | Fill): Promise<void> {
  const { ask, onSend } = run
  let isAsPlanned = true
  const onEntry = (entry: Entry) => {
    isAsPlanned &&= entry.outcome === 'done'
    run.onEntry(entry)
  }
  return inOrder(
    { ...run, onEntry },
    {
      isUndo: false,
      write: async (step) => {
        const body = fillBody(step, typed)
        await refuseChanged(ask, step)
        if (step.deed === 'enable') await refuseMisplaced(ask, run.steps)
        if (step.deed === 'delete') {
          // What is brought along stands before what it replaces is gone.
          if (!isAsPlanned) throw new NotSentError(m.notDeleted)
          await leaveFilled(ask, step)
          if (step.kind === 'schemas') await leaveUsed(ask, step)
        } else if (dropsGatewayUsers(step, step.before, step.after)) await leaveFilled(ask, step)
        onSend?.(step)
        return sendIt(ask, step, body)
      },
      wanted: toWantedSettings,
    },
  )
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
  /** An authenticator or a source that was deleted and does not come back. */
  lostCheck?: string,
): Promise<void> {
  const { ask, onSend } = run
  let open = openListener
  let unchecked = lostCheck
  return inOrder(
    { ...run, steps: run.steps.toReversed() },
    {
      isUndo: true,
      write: async (step) => {
        const isAccess = ['authenticators', 'authorization'].includes(step.kind) || isGatewayAccess(step)
        const isDoor =
          step.kind === 'listeners' || isGatewayListener(step) || opensGateway(step, step.before, step.after)
        if (step.deed === 'delete') {
          if (isDoor && unchecked !== undefined) throw new ChangedSince(m.leftUnchecked(unchecked))
          const wasSent = made.get(step) === undefined
          return await bringBack(ask, step, { onSend, wasSent }).catch((error: unknown) => {
            // A chain that lacks it lets in whom it would have refused.
            if (isAccess && step.before?.['enable'] !== false) unchecked = step.id
            throw error
          })
        }
        if (isAccess && open !== undefined) throw new ChangedSince(m.leftForListener(open))
        if (opensGateway(step, step.after, step.before) && unchecked !== undefined)
          throw new ChangedSince(m.leftClosed(unchecked))
        try {
          await leaveChanged(ask, step, made.get(step))
          await leaveUnconnected(ask, step)
          onSend?.(step)
          return step.before === undefined
            ? await unlessGone(removeIt(ask, step))
            : await sendIt(ask, step, bodyBefore(step))
        } catch (error) {
          // Clients go on connecting to it: what was brought along to check them stays.
          if (isDoor) open = step.id
          throw error
        }
      },
      wanted: ({ before }) => before,
    },
  )
}

/** Of what is enabled nothing else changes, and what the broker made of the rest was said where it was made. */
const toWantedSettings = ({ deed, after }: Step): ConfigDocument | undefined => {
  if (deed === 'delete') return undefined
  return deed === 'enable' ? { enable: after['enable'] } : after
}

interface Direction {
  readonly isUndo: boolean
  readonly write: (step: Step) => Promise<unknown>
  /** What should be there afterwards. */
  readonly wanted: (step: Step) => ConfigDocument | undefined
}

async function inOrder(run: Run, direction: Direction): Promise<void> {
  const { steps, stopsAtFirst, onEntry, ask } = run
  const controller = new AbortController()
  const stop = () => controller.abort()
  run.signal.addEventListener('abort', stop)
  const told = new Set<Step>()
  const tell = (
    step: Step,
    outcome: Entry['outcome'],
    { message, found }: Pick<Entry, 'found'> & { readonly message?: string | undefined } = {},
  ) => {
    told.add(step)
    const { isUndo } = direction
    onEntry({
      ...{ step, isUndo, outcome, at: new Date().toISOString() },
      ...(found === undefined ? {} : { found }),
      ...(isUndo ? findUndoRequest(step) : findWriteRequest(step)),
      ...(message === undefined ? {} : { message }),
    })
  }
  try {
    await runBulk({
      items: steps,
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ failures }) => stopsAtFirst && failures.length > 0 && controller.abort(),
      // What was sent is waited for, whoever pressed Stop: it may have been done.
      run: async (step) => {
        try {
          await direction.write(step)
        } catch (error) {
          const message = await explainEnd(run, error)
          // Nobody refused it: the others are undone all the same.
          if (direction.isUndo && error instanceof ChangedSince) return tell(step, 'left', { message })
          // Seen on 5.8.9: a node that cannot open the new address has closed the old one by then.
          const isHalf = step.kind === 'listeners' && getProblem(error)?.kind === 'rejected'
          const words = isHalf
            ? `${message} ${m.listenerRefused}`
            : `${message}${await leftDisabled(ask, step, direction)}`
          tell(step, isRefused(error) ? 'refused' : 'unknown', { message: words })
          throw error
        }
        try {
          const now = await readOne(ask, step.kind, step.id)
          const differing = differingFields(step, now, direction.wanted(step))
          const found = now ?? null
          if (differing.length === 0) tell(step, 'done', { found })
          else if (now !== undefined && direction.wanted(step) === undefined)
            tell(step, 'differs', { found, message: m.stillThere })
          else tell(step, 'differs', { found, message: m.fieldsDiffer(differing.join(', ')) })
        } catch (error) {
          tell(step, 'unknown', { message: await explainEnd(run, error) })
        }
        return undefined
      },
    })
    for (const step of steps) {
      if (told.has(step)) continue
      const message = (await leftDisabled(ask, step, direction)).trimStart()
      tell(step, 'not-sent', message === '' ? {} : { message })
    }
  } finally {
    run.signal.removeEventListener('abort', stop)
  }
}

async function refuseChanged(ask: Ask, step: Step): Promise<void> {
  // What the broker fills in was not known when this was planned.
  const isWhole = step.deed !== 'enable'
  const fields = differingFields(step, await readOne(ask, step.kind, step.id), step.before, { isWhole })
  if (fields.length > 0) throw new ChangedSince(m.changedSince(fields.join(', ')))
}

/** The order was refused, or somebody moved a source since then: enabled, it would decide what others should. */
async function refuseMisplaced(ask: Ask, steps: readonly Step[]): Promise<void> {
  const wanted = steps.find((step) => step.kind === 'authorization' && isOrder(step))?.after['order']
  const now = await readOne(ask, 'authorization', 'order')
  if (!isInOrder(parseOrderIds(now?.settings['order']), parseOrderIds(wanted)))
    throw new ChangedSince(m.notInPlace)
}

/** How a source is that was to be enabled, read from the broker; empty of anything else. */
async function leftDisabled(ask: Ask, { kind, id, deed }: Step, { isUndo }: Direction): Promise<string> {
  const isOfSource = isUndo ? kind === 'authorization' && deed === 'delete' : deed === 'enable'
  if (!isOfSource) return ''
  try {
    const read = (await readKind(kind, { ask, signal: new AbortController().signal })) ?? []
    const all = read.filter((one) => !isOrder({ kind, id: one.id }) && !isBeside({ kind, id: one.id }))
    const at = all.findIndex((one) => one.id === id)
    const isOn = all[at]?.settings['enable'] === true
    return ` ${at < 0 ? m.sourceGone : m.sourceNow(isOn, at + 1, all.length)}`
  } catch (error) {
    if (getProblem(error) === undefined) throw error
    return ` ${m.sourceUnread}`
  }
}

/** What was not read back must be what was sent, or still what it was: then undoing changes nothing. */
async function leaveChanged(ask: Ask, step: Step, made: Comparable | null | undefined): Promise<void> {
  const now = await readOne(ask, step.kind, step.id)
  // Somebody undid it already.
  if (now === undefined && step.before === undefined) return
  // What is enabled stays enabled as well where its rules are in use.
  const isMade = step.before === undefined || step.deed === 'enable'
  if (isMade || dropsGatewayUsers(step, now?.settings, step.before)) await leaveFilled(ask, step)
  const fields =
    made === undefined
      ? differingFields(step, now, toWantedSettings(step))
      : differingFields(step, now, made?.settings, { readBack: made ?? undefined })
  if (fields.length === 0) return
  // It was read back before every node had it.
  const wasEarly = made != null && differingFields(step, made, toWantedSettings(step)).length > 0
  if (wasEarly && differingFields(step, now, toWantedSettings(step)).length === 0) return
  if (made === undefined && differingFields(step, now, step.before).length === 0) return
  throw new ChangedSince(m.leftAsChanged(fields.join(', ')))
}

/** Whether the broker took nothing, because it said so or because nothing was sent. */
function isRefused(error: unknown): boolean {
  const kind = getProblem(error)?.kind ?? ''
  return (
    error instanceof NotSentError ||
    v.isValiError(error) ||
    error instanceof IncompleteDocument ||
    ['rejected', 'unauthorized', 'expired', 'unsendable', 'unaddressable'].includes(kind)
  )
}

async function explainEnd({ explain }: Asking, error: unknown): Promise<string> {
  return error instanceof NotSentError ? error.message : await explain(error)
}
