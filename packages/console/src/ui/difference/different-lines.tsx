import { useMemo } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { foldSame } from '#lib/fold-same.ts'
import type { DifferentLine } from '#lib/line-difference.ts'
import { DifferenceLine } from './difference-line.tsx'
import classes from './different-lines.module.css'
import { m } from './messages.ts'

/** Lines that are shown; more says nothing to anybody. */
const MOST = 2000

interface DifferentLinesProps {
  readonly lines: readonly DifferentLine[]
  readonly most?: number
}

/** A text compared line by line; long runs that stayed the same are folded to their number. */
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
