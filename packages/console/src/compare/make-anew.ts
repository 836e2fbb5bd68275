import { getProblem } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { ChangedSince, differingFields } from './changed-since.ts'
import type { Comparable } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import type { Step } from './promotion-plan.ts'
import { readThing } from './read-side.ts'

/** Who asks, and waits between two tries. */
export interface Patience {
  readonly ask: AskCluster
  /** In milliseconds; by the clock where it is not given. */
  readonly wait?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Milliseconds between tries: a node of a cluster may still have what another one deleted. */
const pausesMs = [100, 200, 400, 800]

const waitByClock = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** The broker goes on answering that it has what it deleted. */
export class StillThereError extends Error {}

/** Whether a step would leave nothing to change. */
export const isAsWanted = (step: Step, now: Comparable | undefined, wanted: ConfigDocument | undefined) =>
  differingFields(step, now, wanted).length === 0

/** Reads until what is there is settled, a few times: the last reading counts. */
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
  /** What was deleted to make room for it. */
  readonly held: Comparable | undefined
  readonly wanted: ConfigDocument | undefined
  readonly make: () => Promise<unknown>
}

/**
 * Makes what takes the place of something that was deleted. A node that still has that refuses it, so it is sent a few
 * times. What somebody else made there meanwhile stays.
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
        // It was taken before, and the answer did not say so.
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
