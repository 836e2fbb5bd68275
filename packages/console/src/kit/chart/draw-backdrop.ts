import type uPlot from 'uplot'
import type { LabelledSpan, Span } from './align-tracks.ts'

export function tokenColor(element: Element, token: string): string {
  return getComputedStyle(element).getPropertyValue(token).trim()
}

interface Backdrop {
  readonly window: Span
  readonly gaps: readonly Span[]
  readonly gapLabel: string
  readonly partial: readonly LabelledSpan[]
}

// A narrower band has no room for its word.
const leastLabelled = 16

/** What lies under the lines: bands where nothing or not all was measured, and a grid line for each tick. */
export function drawBackdrop(plot: uPlot, { window, gaps, gapLabel, partial }: Backdrop): void {
  const { ctx, bbox } = plot
  const pixel = devicePixelRatio
  ctx.save()
  for (const { label, ...span } of partial) drawBand(plot, window, span, '--warn-bg', label)
  for (const gap of gaps) drawBand(plot, window, gap, '--c-gap', gapLabel)
  ctx.fillStyle = tokenColor(plot.root, '--c-grid')
  for (const share of [0, 0.5, 1]) {
    const y = Math.min(bbox.top + bbox.height * share, bbox.top + bbox.height - pixel)
    ctx.fillRect(bbox.left, Math.round(y), bbox.width, Math.max(Math.round(pixel), 1))
  }
  ctx.restore()
}

function drawBand(plot: uPlot, window: Span, span: Span, color: string, label: string): void {
  const { ctx, bbox } = plot
  const pixel = devicePixelRatio
  const from = plot.valToPos(Math.max(span.from, window.from), 'x', true)
  const to = plot.valToPos(Math.min(span.to, window.to), 'x', true)
  if (to - from < pixel) return
  ctx.fillStyle = tokenColor(plot.root, color)
  ctx.fillRect(from, bbox.top, to - from, bbox.height)
  if (to - from < leastLabelled * pixel) return
  ctx.save()
  ctx.translate((from + to) / 2, bbox.top + bbox.height / 2)
  ctx.rotate(-Math.PI / 2)
  ctx.font = `${11 * pixel}px ${tokenColor(plot.root, '--font-sans')}`
  ctx.fillStyle = tokenColor(plot.root, '--text-3')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(label, 0, 0)
  ctx.restore()
}
