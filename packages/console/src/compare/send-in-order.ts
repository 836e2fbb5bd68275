import * as v from 'valibot'
import { getProblem } from '#api/errors.ts'
import { runBulk } from '#lib/run-bulk.ts'
import { IncompleteDocument } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import { ChangedSince, differingFields, KeyLeftError, NotSentError } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import { isAsWanted, makeAnew, type Patience, readSettled, StillThereError } from './make-anew.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import type { Step } from './promotion-plan.ts'
import { findUndoRequest, findWriteRequest, isBesideChain, isOrder, sendIt } from './promotion-requests.ts'
import { readKind, readThing } from './read-side.ts'

/** The result of one request. */
export interface Entry {
  readonly step: Step
  /** The time in RFC 3339 format. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly isUndo: boolean
  /**
   * `differs`: the request was accepted, but the object that was read back differs. `unknown`: there was no response,
   * or the object could not be read back. `left`: another user has changed it since, so it was not undone.
   */
  readonly outcome: 'done' | 'differs' | 'refused' | 'unknown' | 'left' | 'not-sent'
  /** The object as it was read back; null if it did not exist. */
  readonly found?: Comparable | null
  /** The fields that differ, or the reason of a refusal. */
  readonly message?: string
}

export interface Run extends SendingContext {
  readonly steps: readonly Step[]
  readonly stopsAtFirst: boolean
  readonly signal: AbortSignal
  /** Called before each write request. If it throws, nothing is sent. */
  readonly onSend?: (step: Step) => void
  readonly onEntry: (entry: Entry) => void
  /** Creates the file for the secret that the broker returns only once. If it throws, nothing is sent. */
  readonly openSecret?: (step: Step) => SecretPlace | undefined
}

/** The file to which a secret is written. */
export interface SecretPlace {
  /** Writes the response of the broker; it is on disk when the function returns. Throws if it cannot be written. */
  readonly keep: (answer: unknown) => void
  /** Removes the file if there was no secret. */
  readonly drop: () => void
}

/** The functions to send requests and to explain errors. */
interface SendingContext extends Patience {
  readonly explain: (error: unknown) => Promise<string>
}

export interface Direction {
  readonly isUndo: boolean
  readonly write: (step: Step) => Promise<unknown>
  /** Returns the settings expected afterwards. */
  readonly wanted: (step: Step) => ConfigDocument | undefined
}

/**
 * Sends the steps one after the other and reads each object back. Even after Stop, the replacement of a deleted
 * object is still sent.
 */
export async function sendInOrder(run: Run, direction: Direction): Promise<void> {
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
      step,
      isUndo,
      outcome,
      at: new Date().toISOString(),
      ...(found === undefined ? {} : { found }),
      ...(isUndo ? findUndoRequest(step) : findWriteRequest(step)),
      ...(message === undefined ? {} : { message }),
    })
  }
  const send = async (step: Step, { gone, held }: ReplacementOptions = {}) => {
    const make = () => direction.write(step)
    try {
      if (gone === undefined) await make()
      else await makeAnew(run, { step, held, wanted: direction.wanted(step), make })
    } catch (error) {
      const message = await explainEnd(run, error)
      // This is no refusal by the broker, so the other steps are undone all the same.
      if (direction.isUndo && error instanceof ChangedSince) return tell(step, 'left', { message })
      // Seen on 5.8.9: a node that cannot open the new address has already closed the old one.
      const isHalf = step.kind === 'listeners' && getProblem(error)?.kind === 'rejected'
      const back = await putBack(run, error, { gone, held, made: [step, direction.wanted(step)] })
      const words = isHalf
        ? `${message} ${m.listenerRefused}`
        : `${message}${await describeLeftDisabled(ask, step, direction)}${back.words}${unreadSecret(step, error, direction)}`
      tell(step, isRefused(error) && back.isKnown ? 'refused' : 'unknown', { message: words })
      if (direction.isUndo && gone !== undefined && back.made !== undefined)
        tell(gone, 'left', { message: m.leftPutBack, found: back.made })
      throw error
    }
    try {
      const wanted = direction.wanted(step)
      const now = await readBack(step, wanted, held)
      const differing = differingFields(step, now, wanted)
      const found = now ?? null
      if (differing.length === 0) tell(step, 'done', { found })
      else if (now !== undefined && wanted === undefined)
        tell(step, 'differs', { found, message: m.stillThere })
      else tell(step, 'differs', { found, message: m.fieldsDiffer(differing.join(', ')) })
    } catch (error) {
      tell(step, 'unknown', { message: await explainEnd(run, error) })
    }
    return undefined
  }
  /** After a replacement, a node that lags would still return the old object. */
  const readBack = (step: Step, wanted: ConfigDocument | undefined, held: Comparable | undefined) => {
    if (held === undefined) return readThing(ask, step.kind, step.id)
    const isSettled = (now: Comparable | undefined) =>
      isAsWanted(step, now, wanted) || (wanted === undefined && !isAsWanted(step, now, held.settings))
    return readSettled(run, step, isSettled)
  }
  const replace = async (gone: Step, made: Step) => {
    let held: Comparable | undefined
    let fault: unknown
    try {
      held = await readThing(ask, gone.kind, gone.id)
      await send(gone, { held })
    } catch (error) {
      if (!told.has(gone)) tell(gone, 'refused', { message: await explainEnd(run, error) })
      if (isRefused(error) || held === undefined) throw error
      // There was no response, so the object may be deleted.
      fault = error
    }
    await send(made, { gone, held })
    if (fault !== undefined) throw fault
  }
  try {
    await runBulk({
      items: pairReplaced(steps),
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ failures }) => stopsAtFirst && failures.length > 0 && controller.abort(),
      // Stop does not cancel a request that was sent, because the broker may have executed it.
      run: ([step, next]) => (next === undefined ? send(step) : replace(step, next)),
    })
    for (const step of steps) {
      if (told.has(step)) continue
      const message = (await describeLeftDisabled(ask, step, direction)).trimStart()
      tell(step, 'not-sent', message === '' ? {} : { message })
    }
  } finally {
    run.signal.removeEventListener('abort', stop)
  }
}

type StepPair = readonly [Step] | readonly [gone: Step, made: Step]

/**
 * Returns true if the two steps replace an object, because the API has no update for it. The log does not record
 * this.
 */
export const isReplacement = (one: Step, next: Step | undefined): next is Step =>
  next !== undefined &&
  one.kind === next.kind &&
  one.id === next.id &&
  [one, next].some(({ deed }) => deed === 'create') &&
  [one, next].some(({ deed }) => deed === 'delete')

function pairReplaced(steps: readonly Step[]): readonly StepPair[] {
  return steps.flatMap((step, at): readonly StepPair[] => {
    const [before, next] = [steps[at - 1], steps[at + 1]]
    if (isReplacement(step, next)) return [[step, next]]
    return before !== undefined && isReplacement(before, step) ? [] : [[step]]
  })
}

/** Returns the text for a missing response to a request whose response contains a secret. */
const unreadSecret = ({ secretFile }: Step, error: unknown, { isUndo }: Direction): string =>
  secretFile === undefined || isUndo || isRefused(error) || error instanceof KeyLeftError
    ? ''
    : ` ${m.secretUnread}`

interface ReplacementOptions {
  /** The step that deleted an object to make room for this one. */
  readonly gone?: Step | undefined
  /** The deleted object; also set for the step that deletes it. */
  readonly held?: Comparable | undefined
}

interface PutBackOptions extends ReplacementOptions {
  /** The step that was to create the replacement, and the expected settings. */
  readonly made: readonly [Step, ConfigDocument | undefined]
}

interface PutBack {
  readonly words: string
  /** True if it is known whether the deleted object exists again. */
  readonly isKnown: boolean
  /** The restored object as it was read back; null if it could not be read. */
  readonly made?: Comparable | null
}

/**
 * Restores a deleted object whose replacement failed. A read that returns the object may come from a node that lags.
 */
async function putBack(
  asking: SendingContext,
  fault: unknown,
  { gone, held, made }: PutBackOptions,
): Promise<PutBack> {
  // An object that another user has created there is kept.
  if (gone === undefined || held === undefined || fault instanceof ChangedSince)
    return { words: '', isKnown: true }
  const { ask } = asking
  const { kind, id } = gone
  const { settings } = held
  const make = () => sendIt(ask, { kind, id, deed: 'create' }, settings)
  try {
    // There was no response, but the request was accepted.
    if (!isRefused(fault) && isAsWanted(made[0], await readThing(ask, kind, id), made[1]))
      return { words: '', isKnown: true }
    await makeAnew(asking, { step: gone, held, wanted: undefined, make })
  } catch (error) {
    const reason = await explainEnd(asking, error)
    if (error instanceof ChangedSince) return { words: ` ${reason}`, isKnown: true }
    if (isRefused(error)) return { words: ` ${m.notPutBack(reason)}`, isKnown: true }
    return {
      words: ` ${fault instanceof StillThereError ? '' : `${reason} `}${m.maybePutBack}`,
      isKnown: false,
    }
  }
  const now = await readSettled(asking, gone, (one) => isAsWanted(gone, one, settings)).catch(() => undefined)
  return { words: ` ${m.putBack}`, isKnown: true, made: now ?? null }
}

/** Describes the current state of a source that was to be enabled; empty for any other object. */
async function describeLeftDisabled(
  ask: AskCluster,
  { kind, id, deed }: Step,
  { isUndo }: Direction,
): Promise<string> {
  const isOfSource = isUndo ? kind === 'authorization' && deed === 'delete' : deed === 'enable'
  if (!isOfSource) return ''
  try {
    const read = (await readKind(kind, { ask, signal: new AbortController().signal })) ?? []
    const all = read.filter((one) => !isOrder({ kind, id: one.id }) && !isBesideChain({ kind, id: one.id }))
    const at = all.findIndex((one) => one.id === id)
    const isOn = all[at]?.settings['enable'] === true
    return ` ${at < 0 ? m.sourceGone : m.sourceNow(isOn, at + 1, all.length)}`
  } catch (error) {
    if (getProblem(error) === undefined) throw error
    return ` ${m.sourceUnread}`
  }
}

/** Returns true if the broker accepted nothing, because it refused or because nothing was sent. */
function isRefused(error: unknown): boolean {
  const kind = getProblem(error)?.kind ?? ''
  return (
    error instanceof NotSentError ||
    v.isValiError(error) ||
    error instanceof IncompleteDocument ||
    ['rejected', 'unauthorized', 'expired', 'unsendable', 'unaddressable'].includes(kind)
  )
}

async function explainEnd({ explain }: SendingContext, error: unknown): Promise<string> {
  const isOurs = error instanceof NotSentError || error instanceof StillThereError
  return isOurs ? error.message : await explain(error)
}
