import type { CodePiece } from '#ui/code-colours.tsx'

const token =
  /(?<comment>%[^\n]*)|(?<text>"(?:[^"\\]|\\[\s\S])*"?)|(?<word>'(?:[^'\\\n]|\\.)*'?|[a-z][\w@]*)|(?<digit>\d+)/gu

/** Splits an ACL file into parts for syntax colours; works on incomplete text as well. */
export function highlightAcl(text: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let at = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(token)) {
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: found, kind: toPieceKind(found, groups) })
    at = index + found.length
  }
  return at < text.length ? [...pieces, { text: text.slice(at) }] : pieces
}

function toPieceKind(
  found: string,
  groups: Readonly<Record<string, string | undefined>>,
): NonNullable<CodePiece['kind']> {
  if (groups['comment'] !== undefined) return 'comment'
  if (groups['text'] !== undefined) return 'text'
  if (groups['digit'] !== undefined) return 'digit'
  return found === 'allow' || found === 'deny' ? found : 'word'
}
