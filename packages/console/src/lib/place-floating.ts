export interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

export interface Viewport {
  readonly width: number
  readonly height: number
}

const GAP = 6
const EDGE = 8

/** On the wanted side of its anchor, on the other one where there is room only there; never outside the window. */
export function placeFloating(
  anchor: Box,
  size: Pick<Box, 'width' | 'height'>,
  viewport: Viewport,
  align: 'start' | 'end' | 'center' = 'start',
  side: 'below' | 'above' = 'below',
): { top: number; left: number } {
  const below = anchor.top + anchor.height + GAP
  const above = anchor.top - GAP - size.height
  const fitsBelow = below + size.height <= viewport.height - EDGE
  const fitsAbove = above >= EDGE
  const isBelow = side === 'below' ? fitsBelow || !fitsAbove : !fitsAbove
  const top = isBelow ? Math.min(below, viewport.height - EDGE - size.height) : above
  const offset = { start: 0, end: anchor.width - size.width, center: (anchor.width - size.width) / 2 }[align]
  const left = Math.min(anchor.left + offset, viewport.width - EDGE - size.width)
  return { top: Math.max(EDGE, top), left: Math.max(EDGE, left) }
}
