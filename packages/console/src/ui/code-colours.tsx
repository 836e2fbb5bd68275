import { memo } from 'react'
import classes from './code-colours.module.css'

/** A part of a text and its kind; without a kind it is punctuation. */
export interface CodePiece {
  readonly text: string
  readonly kind?: 'comment' | 'text' | 'digit' | 'word' | 'place' | 'allow' | 'deny'
}

interface PiecesProps {
  readonly pieces: readonly CodePiece[]
}

const linesTogether = 40

/** Shows a text in its colours, drawn in blocks: an edit in a long text redraws only the block that changes. */
export function CodeColours({ pieces }: PiecesProps) {
  const last = pieces.at(-1)?.text ?? ''
  const blocks = lineBlocks(pieces, linesTogether).map((block, number) => ({ block, number }))
  return (
    <>
      {blocks.map(({ block, number }) => (
        <Block key={number} pieces={block} />
      ))}
      {(last === '' || last.endsWith('\n')) && <span className={classes['block']}>{'\n'}</span>}
    </>
  )
}

const Block = memo(
  function Block({ pieces }: PiecesProps) {
    return (
      <span className={classes['block']}>
        {withPlaces(pieces).map(({ at, text, kind }) => (
          <span key={at} className={kind && classes[kind]}>
            {text}
          </span>
        ))}
      </span>
    )
  },
  ({ pieces: before }, { pieces: after }) =>
    before.length === after.length &&
    before.every(({ text, kind }, at) => text === after[at]?.text && kind === after[at]?.kind),
)

function withPlaces(pieces: readonly CodePiece[]): readonly (CodePiece & { readonly at: number })[] {
  let end = 0
  return pieces.map((piece) => {
    const at = end
    end += piece.text.length
    return { ...piece, at }
  })
}

interface Piece {
  readonly text: string
}

/**
 * Cuts the pieces of a text at line breaks into blocks of the given number of lines: an edit affects one block, and
 * the other blocks are not redrawn.
 */
export function lineBlocks<P extends Piece>(pieces: readonly P[], lines: number): readonly (readonly P[])[] {
  const blocks: P[][] = []
  let block: P[] = []
  let count = 0
  const add = (piece: P, text: string) => {
    if (text !== '') block.push(text === piece.text ? piece : { ...piece, text })
  }
  for (const piece of pieces) {
    const { text } = piece
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      count++
      if (count < lines) continue
      add(piece, text.slice(start, end + 1))
      blocks.push(block)
      block = []
      count = 0
      start = end + 1
    }
    add(piece, text.slice(start))
  }
  return block.length > 0 ? [...blocks, block] : blocks
}
