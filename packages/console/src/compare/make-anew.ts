import { getProblem } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { ChangedSince, differingFields } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import type { Step } from './promotion-plan.ts'
import { readThing } from './read-side.ts'

/** The functions to send requests and to wait between two attempts. */
export interface Patience {
  readonly ask: AskCluster
  /** Waits for the given number of milliseconds; the default uses a timer. */
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined
}

/** The milliseconds between attempts: a node may still have an object that another node has deleted. */
const pausesMs = [100, 200, 400, 800]

const waitByClock = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Thrown if the broker still reports an object after its deletion. */
export class StillThereError extends Error {}

/** Returns true if a step has nothing left to change. */
export const isAsWanted = (step: Step, now: Comparable | undefined, wanted: ConfigDocument | undefined) =>
  differingFields(step, now, wanted).length === 0

/** Reads an object again, a few times, until its state is settled; resolves to the last state read. */
export async function readSettled(
  { ask, wait = waitByClock }: Patience,
  { kind, id }: Step,
  isSettled: (now: Comparable | undefined) => boolean,
): Promise<Comparable | undefined> {
  let now = await readThing(ask, kind, id)
  for (const pause of pausesMs) {
    if (isSettled(now)) break
    await wait(pause)
    now = await readThing(ask, kind, id)
  }
  return now
}

interface Anew {
  readonly step: Step
  /** The object that was deleted to make room for the new one. */
  readonly held: Comparable | undefined
  readonly wanted: ConfigDocument | undefined
  readonly make: () => Promise<unknown>
}

/**
 * Creates the replacement of a deleted object. A node that still has the old object refuses the request, so it is
 * retried a few times. An object that another user has created meanwhile is kept.
 */
export async function makeAnew(patience: Patience, { step, held, wanted, make }: Anew): Promise<void> {
  const { ask, wait = waitByClock } = patience
  for (const pause of [...pausesMs, undefined]) {
    try {
      await make()
      return
    } catch (error) {
      if (!saysItExists(error)) throw error
      const now = await readThing(ask, step.kind, step.id)
      if (now !== undefined) {
        // An earlier request was accepted, although its response did not say so.
        if (isAsWanted(step, now, wanted)) return
        if (held === undefined || !isAsWanted(step, now, held.settings)) throw new ChangedSince(m.leftAsMade)
      }
      if (pause === undefined) throw new StillThereError(m.existsStill)
      await wait(pause)
    }
  }
}

function saysItExists(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.code === 'ALREADY_EXISTS'
}
