/** Work that pauses often enough to be interrupted. */
export type SlicedWork<Result> = Generator<void, Result>

/** Runs the work to its end without a pause. */
export function runThrough<Result>(work: SlicedWork<Result>): Result {
  let turn = work.next()
  while (turn.done !== true) turn = work.next()
  return turn.value
}

/** The duration of a slice in milliseconds: a frame, less the time that the page itself needs. */
const sliceMs = 10

/** Runs the work in slices, so that the page stays responsive in between. Resolves with undefined after an abort. */
export async function runInSlices<Result>(
  work: SlicedWork<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  let until = performance.now() + sliceMs
  while (!signal.aborted) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + sliceMs
  }
  return undefined
}
