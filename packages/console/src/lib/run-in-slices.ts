/** Work that pauses often enough to be interrupted. */
export type SlicedWork<Result> = Generator<void, Result>

/** At once, to the end. */
export function runThrough<Result>(work: SlicedWork<Result>): Result {
  let turn = work.next()
  while (turn.done !== true) turn = work.next()
  return turn.value
}

/** A frame, less what the page itself has to do in it. */
const sliceMs = 10

/** A slice at a time, so that the page answers in between. Undefined once it is no longer wanted. */
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
