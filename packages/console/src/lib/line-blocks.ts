interface Piece {
  readonly text: string
}

/**
 * Cuts the pieces of a text into blocks of so many lines each, between two lines: an edit concerns one block, and
 * nobody has to draw the others anew.
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
