import { useMemo } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import type { DifferentLine } from '#lib/line-difference.ts'
import { difference as m } from '#ui/messages.ts'
import { DifferenceLine } from './difference-line.tsx'
import classes from './different-lines.module.css'

/** The maximum number of lines shown: more would not be readable. */
const MOST = 2000

interface DifferentLinesProps {
  readonly lines: readonly DifferentLine[]
  readonly most?: number
}

/** Shows a text compared line by line; long runs of unchanged lines are folded to their number. */
export function DifferentLines({ lines, most = MOST }: DifferentLinesProps) {
  const pieces = useMemo(() => foldSame(lines), [lines])
  return (
    <>
      {pieces.slice(0, most).map((piece) =>
        piece.kind === 'folded' ? (
          <span key={piece.at} className={classes['folded']}>
            {m.unchanged(piece.count, formatNumber(piece.count))}
          </span>
        ) : (
          <DifferenceLine key={piece.at} kind={piece.kind} text={piece.text} />
        ),
      )}
      {pieces.length > most && (
        <span className={classes['folded']}>{m.more(formatNumber(pieces.length - most))}</span>
      )}
    </>
  )
}

type DifferencePiece =
  | (DifferentLine & { readonly at: number })
  | { readonly kind: 'folded'; readonly at: number; readonly count: number }

/** The number of unchanged lines shown around a change. */
const CONTEXT = 3

/** Folds long runs of unchanged lines to their number. */
function foldSame(lines: readonly DifferentLine[]): readonly DifferencePiece[] {
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
