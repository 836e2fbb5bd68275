type Cursor = string | undefined

/** The cursors of the pages walked through, the first page's (undefined) in front. */
export type CursorTrail = readonly Cursor[]

export const startOfTrail: CursorTrail = [undefined]

/** A cursor that is not on the trail came with a link: all that is known is that a first page exists. */
function walked(trail: CursorTrail, current: Cursor): CursorTrail {
  const position = trail.indexOf(current)
  return position === -1 ? [undefined, current] : trail.slice(0, position + 1)
}

export function stepForward(trail: CursorTrail, current: Cursor, next: string): CursorTrail {
  return [...walked(trail, current), next]
}

export function previousCursor(trail: CursorTrail, current: Cursor): Cursor {
  return walked(trail, current).at(-2)
}

/** From 1; undefined when the way to this page is not known. */
export function pageNumber(trail: CursorTrail, current: Cursor): number | undefined {
  const position = trail.indexOf(current)
  return position === -1 ? undefined : position + 1
}
