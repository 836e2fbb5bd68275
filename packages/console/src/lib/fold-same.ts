import type { DifferentLine } from './line-difference.ts'

export type DifferencePiece =
  | (DifferentLine & { readonly at: number })
  | { readonly kind: 'folded'; readonly at: number; readonly count: number }

/** Lines that stayed and are shown around what did not. */
const CONTEXT = 3

/** Long runs of lines that stayed the same, folded to their number. */
export function foldSame(lines: readonly DifferentLine[]): readonly DifferencePiece[] {
  const pieces: DifferencePiece[] = []
  let at = 0
  while (at < lines.length) {
    const next = lines.findIndex(({ kind }, each) => each >= at && kind !== 'same')
    const end = next === -1 ? lines.length : next
    const head = at === 0 ? at : Math.min(end, at + CONTEXT)
    const tail = next === -1 ? end : Math.max(head, end - CONTEXT)
    push(pieces, lines, at, head)
    if (tail - head === 1) push(pieces, lines, head, tail)
    else if (tail > head) pieces.push({ kind: 'folded', at: head, count: tail - head })
    push(pieces, lines, tail, end)
    at = end
    while (at < lines.length && lines[at]?.kind !== 'same') at += 1
    push(pieces, lines, end, at)
  }
  return pieces
}

function push(pieces: DifferencePiece[], lines: readonly DifferentLine[], from: number, to: number): void {
  for (const [offset, line] of lines.slice(from, to).entries()) pieces.push({ ...line, at: from + offset })
}
