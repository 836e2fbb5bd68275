import type { CodePiece } from '#ui/code-colours.tsx'

/** What the databases that the broker writes to have in common, in the order of a reserved-word list. */
const words = new Set(
  (
    'add all alter and any array as asc begin between bigint binary blob boolean by call case cast char column commit ' +
    'conflict constraint create cross current_date current_timestamp database date datetime decimal declare default ' +
    'delete desc distinct do double drop duplicate else end exec exists false float for from full function group having ' +
    'if ignore in inner insert int integer interval into is join json jsonb key left like limit longblob longtext merge ' +
    'not nothing now null numeric nvarchar offset on or order outer over overwrite partition primary procedure real ' +
    'references replace returning right row rows select set smallint stable string super table tags text then time ' +
    'timestamp timestamptz tinyint to top true truncate ttl union unique unsigned update upsert use using uuid value ' +
    'values varbinary varchar when where with'
  ).split(' '),
)

const placeholder = String.raw`\$\{[^}]*\}`
const sql = new RegExp(
  [
    `(?<place>${placeholder})`,
    String.raw`(?<comment>--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    // A placeholder within quotes is filled in like any other: the text goes up to it.
    String.raw`(?<text>'(?:[^'$]|''|\$(?!\{))*'?)`,
    String.raw`(?<digit>\b\d+(?:\.\d+)?\b)`,
    String.raw`(?<word>\b[a-z_][\w]*\b)`,
  ].join('|'),
  'gi',
)
const plain = new RegExp(`(?<place>${placeholder})`, 'g')

/** The placeholders of a template, and of SQL its words, texts and comments. */
export function templateColours(text: string, syntax: 'sql' | undefined): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(syntax === 'sql' ? sql : plain)) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    const kind = kindOf(whole, groups)
    pieces.push(kind === undefined ? { text: whole } : { text: whole, kind })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function kindOf(
  whole: string,
  { place, comment, text, digit }: Readonly<Record<string, string | undefined>>,
) {
  if (place !== undefined) return 'place'
  if (comment !== undefined) return 'comment'
  if (text !== undefined) return 'text'
  if (digit !== undefined) return 'digit'
  return words.has(whole.toLowerCase()) ? 'word' : undefined
}
