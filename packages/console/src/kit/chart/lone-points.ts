import type { Value } from './align-tracks.ts'

/** Where a figure stands alone between gaps: no line leads to it, so without a dot it would not be seen. */
export function lonePoints(column: ArrayLike<Value>): number[] {
  const lone: number[] = []
  let runStart = -1
  let runLength = 0
  const endRun = () => {
    if (runLength === 1) lone.push(runStart)
    runLength = 0
  }
  for (let i = 0; i < column.length; i += 1) {
    const value = column[i]
    if (value === undefined) continue
    if (value === null) {
      endRun()
      continue
    }
    if (runLength === 0) runStart = i
    runLength += 1
  }
  endRun()
  return lone
}
