/** Controls that were left: from then on their faults are shown. */

let isPressing = false
const waiting: (() => void)[] = []

function release(): void {
  isPressing = false
  // The click itself comes right after the release.
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

/** A press that leaves a control comes to its end first, for a message that appears in between moves what the press was for. */
export function afterPress(show: () => void): void {
  if (isPressing) waiting.push(show)
  else show()
}

/** Whether the control, or one that holds it, was left. */
export function wasLeft(left: ReadonlySet<string>, path: string): boolean {
  return [...left].some((one) => path === one || path.startsWith(`${one}.`))
}
