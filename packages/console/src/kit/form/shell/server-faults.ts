import type { FormFault } from '../field.ts'

/**
 * The broker's faults by the path of the control: `root.` and the document's own place are gone, list items count from 0. What belongs to no control
 * stays in the summary only.
 */
export function placeServerFaults(
  faults: readonly FormFault[],
  controlPaths: readonly string[],
  place?: string,
): readonly FormFault[] {
  return faults.map(({ path, message }) => {
    const inner = place !== undefined && path.startsWith(`${place}.`) ? path.slice(place.length + 1) : path
    const own = inner.replaceAll(/\.(\d+)(?=\.|$)/g, (_all, at: string) => `.${Math.max(0, Number(at) - 1)}`)
    return { path: closest(own, controlPaths) ?? own, message }
  })
}

/** The control itself, or the one whose value the path lies in: `headers` for `headers.0.value`. */
function closest(path: string, controlPaths: readonly string[]): string | undefined {
  const holders = controlPaths.filter((one) => path === one || path.startsWith(`${one}.`))
  return holders.sort((one, other) => other.length - one.length)[0]
}
