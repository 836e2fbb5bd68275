export interface RowWindow {
  /** First row drawn. */
  readonly start: number
  /** After the last row drawn. */
  readonly end: number
}

const OVERSCAN = 10
const STEP = 10

/** The rows to draw around what is visible, in steps, so that scrolling a little draws nothing new. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN
  const last = Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN
  const start = Math.max(0, Math.floor(first / STEP) * STEP)
  return {
    start: Math.min(start, Math.max(0, count - 1)),
    end: Math.min(count, Math.ceil(last / STEP) * STEP),
  }
}
