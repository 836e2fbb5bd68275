import * as v from 'valibot'
import { getProblem } from '#api/errors.ts'
import { IncompleteDocument } from '#domain/endpoint-form/parse-body.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { Ask } from './ask.ts'
import { ChangedSince, differingFields, KeyLeftError, NotSentError } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import type { Step } from './promotion-plan.ts'
import { findUndoRequest, findWriteRequest, isBesideChain, isOrder, sendIt } from './promotion-requests.ts'
import { readKind, readThing } from './read-side.ts'

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

export interface Run extends Asking {
  readonly steps: readonly Step[]
  readonly stopsAtFirst: boolean
  readonly signal: AbortSignal
  /** Before each request that writes. Where it throws, nothing is sent. */
  readonly onSend?: (step: Step) => void
  readonly onEntry: (entry: Entry) => void
  /** Makes the file for the secret that the broker gives once. Where it throws, nothing is sent. */
  readonly openSecret?: (step: Step) => SecretPlace | undefined
}

/** Where a secret is written to. */
export interface SecretPlace {
  /** What the broker answered; on disk when it returns. Throws where it cannot be written. */
  readonly keep: (answer: unknown) => void
  /** Nothing was given: no file is left. */
  readonly drop: () => void
}

/** Who asks the cluster, and says why an answer is none. */
interface Asking {
  readonly ask: Ask
  readonly explain: (error: unknown) => Promise<string>
}

export interface Direction {
  readonly isUndo: boolean
  readonly write: (step: Step) => Promise<unknown>
  /** What should be there afterwards. */
  readonly wanted: (step: Step) => ConfigDocument | undefined
}

/** One after the other, each read back. Whoever presses Stop, what replaces something is sent once that is deleted. */
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
      ...{ step, isUndo, outcome, at: new Date().toISOString() },
      ...(found === undefined ? {} : { found }),
      ...(isUndo ? findUndoRequest(step) : findWriteRequest(step)),
      ...(message === undefined ? {} : { message }),
    })
  }
  const send = async (step: Step, findHeld: () => Comparable | undefined = () => undefined) => {
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
        : `${message}${await describeLeftDisabled(ask, step, direction)}${await putBack(run, step, findHeld())}${unreadSecret(step, error, direction)}`
      tell(step, isRefused(error) ? 'refused' : 'unknown', { message: words })
      throw error
    }
    try {
      const now = await readThing(ask, step.kind, step.id)
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
  }
  const replace = async (gone: Step, made: Step) => {
    let held: Comparable | undefined
    let fault: unknown
    try {
      held = await readThing(ask, gone.kind, gone.id)
      await send(gone)
    } catch (error) {
      if (!told.has(gone)) tell(gone, 'refused', { message: await explainEnd(run, error) })
      if (isRefused(error) || held === undefined) throw error
      // No answer came: it may be gone.
      fault = error
    }
    await send(made, () => held)
    if (fault !== undefined) throw fault
  }
  try {
    await runBulk({
      items: pairReplaced(steps),
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ failures }) => stopsAtFirst && failures.length > 0 && controller.abort(),
      // What was sent is waited for, whoever pressed Stop: it may have been done.
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

type Sent = readonly [Step] | readonly [gone: Step, made: Step]

/** What is made anew, because the API has no change of it. A log does not say so. */
export const isReplacement = (one: Step, next: Step | undefined): next is Step =>
  next !== undefined &&
  one.kind === next.kind &&
  one.id === next.id &&
  [one, next].some(({ deed }) => deed === 'create') &&
  [one, next].some(({ deed }) => deed === 'delete')

function pairReplaced(steps: readonly Step[]): readonly Sent[] {
  return steps.flatMap((step, at): readonly Sent[] => {
    const [before, next] = [steps[at - 1], steps[at + 1]]
    if (isReplacement(step, next)) return [[step, next]]
    return before !== undefined && isReplacement(before, step) ? [] : [[step]]
  })
}

/** No answer came to what gives a secret once. */
const unreadSecret = ({ secretFile }: Step, error: unknown, { isUndo }: Direction): string =>
  secretFile === undefined || isUndo || isRefused(error) || error instanceof KeyLeftError
    ? ''
    : ` ${m.secretUnread}`

/** What was deleted, in place of what was to replace it. */
async function putBack(asking: Asking, { kind, id }: Step, held: Comparable | undefined): Promise<string> {
  const { ask } = asking
  if (held === undefined) return ''
  try {
    if ((await readThing(ask, kind, id)) !== undefined) return ''
    await sendIt(ask, { kind, id, deed: 'create' }, held.settings)
    return ` ${m.putBack}`
  } catch (error) {
    return ` ${m.notPutBack(await explainEnd(asking, error))}`
  }
}

/** How a source is that was to be enabled, read from the broker; empty of anything else. */
async function describeLeftDisabled(
  ask: Ask,
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
