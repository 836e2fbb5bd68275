/** Records the controls that have lost the focus: from then on their errors are shown. */

let isPressing = false
const waiting: (() => void)[] = []

function release(): void {
  isPressing = false
  // The click event follows immediately after the release.
  for (const show of waiting.splice(0)) setTimeout(show)
}

const page = globalThis.document
page?.addEventListener(
  'pointerdown',
  () => {
    isPressing = true
  },
  true,
)
page?.addEventListener('pointerup', release, true)
page?.addEventListener('pointercancel', release, true)

/**
 * Waits for the end of a press that leaves a control, because a message that appears meanwhile would move the target
 * of the press.
 */
export function afterPress(show: () => void): void {
  if (isPressing) waiting.push(show)
  else show()
}

/** Tells whether the control, or a control that contains it, has lost the focus. */
export function wasLeft(left: ReadonlySet<string>, path: string): boolean {
  return [...left].some((one) => path === one || path.startsWith(`${one}.`))
}
