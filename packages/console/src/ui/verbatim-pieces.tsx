import { truncate, visiblePieces } from '#lib/visible-text.ts'
import classes from './verbatim.module.css'

interface VerbatimPiecesProps {
  readonly text: string
  readonly limit?: number
  /** Line breaks and tabs stay what they are: for payloads. */
  readonly keepLines?: boolean
}

/** The text with what cannot be seen shown as labels; no layout of its own. */
export function VerbatimPieces({ text, limit, keepLines = false }: VerbatimPiecesProps) {
  const pieces = visiblePieces(limit === undefined ? text : truncate(text, limit), keepLines)
  return (
    <>
      {pieces.map((piece) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <span key={piece.at} className={classes['escape']}>
            {piece.label}
          </span>
        ),
      )}
      {limit !== undefined && text.length > limit && '…'}
    </>
  )
}
