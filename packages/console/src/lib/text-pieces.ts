/** A text in pieces of at most so many characters, put together the same: lines stay whole where they fit into a piece. */
export function textPieces(
  text: string,
  most: number,
): readonly { readonly at: number; readonly text: string }[] {
  const pieces: { readonly at: number; readonly text: string }[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + most < text.length ? cutBefore(text, at, at + most) : text.length
    pieces.push({ at, text: text.slice(at, end) })
    at = end
  }
  return pieces
}

/** After a line feed, else within a line, but not within a surrogate pair. */
function cutBefore(text: string, start: number, end: number): number {
  // Within the piece: the way back to a line feed may be long.
  const lineEnd = text.slice(start, end).lastIndexOf('\n')
  if (lineEnd >= 0) return start + lineEnd + 1
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff && end - 1 > start ? end - 1 : end
}
